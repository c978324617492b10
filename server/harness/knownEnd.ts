import { pairCalls } from '../../shared/calls.ts';
import type { Reconciliation } from '../../shared/decision.ts';
import { canonicalJson, digestOfValue } from '../../shared/digest.ts';
import type { Effect, JournalEnded, JournalLine, JournalOpen } from '../../shared/effect.ts';
import { type Block, blockSchema, type Messages, type ToolUseBlock } from '../../shared/message.ts';
import type { ToolOutcome } from '../tools/tool.ts';

/** A call where it stands: the scene that names it, and its place among the calls of the reply. */
export interface CallPlace {
  scene: string;
  turn: number;
  position: number;
  call: ToolUseBlock;
}

/** How a call ended. */
export interface KnownEnd {
  outcome: ToolOutcome;
  /** When, as it was written; empty where nobody wrote it. */
  at: string;
  /** It succeeded, and the ledger lacks its row. */
  isRowMissing: boolean;
}

/** What journal and ledger of a branch say of one call. */
export interface CallTrace {
  /** How often it was started. */
  openings: number;
  lastOpen: JournalOpen | null;
  end: KnownEnd | null;
  /** An earlier call that had the same id, and another name or input. */
  idUsedBy: IdUse | null;
}

/** Who had an id. `turn`: where that was written down. */
export type IdUse = NonNullable<Reconciliation['idUsedBy']>;

/**
 * What is known of a call: same scene, position, id and input, as far as a row of the ledger names them (other programs
 * write less). Backends use ids again, so a row that names neither scene nor input is passed over where an earlier call
 * of `messages` had the same id.
 */
export function traceOfCall(
  place: CallPlace,
  journal: readonly JournalLine[],
  ledger: readonly Effect[],
  messages: Messages,
): CallTrace {
  const lines = linesOfCall(place, journal);
  const opens = lines.filter(line => line.event === 'open');
  const ends = lines.filter(line => line.event === 'ended');
  const rows = rowsOfCall(place, ledger, messages);
  const missing = ends.filter(line => line.ok && line.simulated !== true).length - rows.length;
  const last = lines.at(-1);
  return {
    openings: opens.length,
    lastOpen: opens.at(-1) ?? null,
    end: last?.event === 'ended' ? endOfLine(last, missing > 0) : endOfRow(rows.at(-1), last, missing),
    idUsedBy: otherUseOf(place.call, journal, ledger),
  };
}

/** Backends use ids again. A row that does not say its input cannot be told from this call. */
function otherUseOf(
  { id, name, input }: ToolUseBlock,
  journal: readonly JournalLine[],
  ledger: readonly Effect[],
): IdUse | null {
  const digest = digestOfValue(input);
  const line = journal.find(
    (entry): entry is JournalOpen =>
      entry.event === 'open' && entry.callId === id && (entry.name !== name || entry.inputDigest !== digest),
  );
  if (line) return { turn: line.turn, name: line.name };
  const row = ledger.find(({ tool_use_id, name: other, input: given }) => {
    const isKnown = given !== null && given !== undefined;
    const isOther = (other !== '' && other !== name) || (isKnown && digestOfValue(given) !== digest);
    return tool_use_id === id && isOther;
  });
  return row ? { turn: row.turn ?? null, name: row.name } : null;
}

function linesOfCall({ scene, position, call }: CallPlace, journal: readonly JournalLine[]): JournalLine[] {
  const digest = digestOfValue(call.input);
  return journal.filter(
    line =>
      line.scene === scene &&
      line.position === position &&
      line.callId === call.id &&
      (line.event === 'ended' || line.inputDigest === digest),
  );
}

function rowsOfCall(place: CallPlace, ledger: readonly Effect[], messages: Messages): Effect[] {
  const { scene, turn, call } = place;
  const isUsedAgain = pairCalls(messages).filter(({ call: other }) => other.id === call.id).length > 1;
  return ledger.filter(row => {
    if (row.tool_use_id !== call.id || (row.name !== '' && row.name !== call.name)) return false;
    if (row.scene !== undefined) return row.scene === scene;
    if (row.turn !== undefined && row.turn !== turn) return false;
    if (row.input !== null && row.input !== undefined) {
      return canonicalJson(row.input) === canonicalJson(call.input);
    }
    return row.turn !== undefined || !isUsedAgain;
  });
}

function endOfLine(line: JournalEnded, isRowMissing: boolean): KnownEnd {
  const content = contentFrom(line.result);
  const outcome = line.ok ? { content } : { content, isError: true };
  return { outcome, at: line.at, isRowMissing: line.ok && line.simulated !== true && isRowMissing };
}

/** A row counts where the journal knows nothing of the call, or less of it than the ledger does. */
function endOfRow(row: Effect | undefined, last: JournalLine | undefined, missing: number): KnownEnd | null {
  if (row === undefined || (last !== undefined && missing >= 0)) return null;
  return { outcome: { content: contentFrom(row.result) }, at: row.at ?? '', isRowMissing: false };
}

/** A stored result as a result block holds it; another program may have stored any value. */
export function contentFrom(result: unknown): string | Block[] {
  if (typeof result === 'string') return result;
  if (Array.isArray(result) && result.every(isBlock)) return result;
  return result === null || result === undefined ? '' : JSON.stringify(result);
}

function isBlock(value: unknown): value is Block {
  return blockSchema.safeParse(value).success;
}
