import { digestOfValue } from './digest.ts';
import type { Effect, JournalEnded, JournalLine, JournalOpen } from './effect.ts';
import type { EarlierCall } from './gate.ts';

/** What one branch of a run has done, superseded turns included: ledger and journal are never rewound. */
export interface BranchPast {
  branch: string;
  effects: readonly Effect[];
  journal: readonly JournalLine[];
  /** The scene whose calls somebody is answering at this moment, or null. */
  liveScene: string | null;
}

/** A call that is about to run. */
export interface SoughtCall {
  name: string;
  /** `external`: what was done, is running or may have happened. `command`: only what may have happened. */
  toolClass: 'external' | 'command';
  input: unknown;
  /** What in the world an input acts on, or null where the tool does not tell. */
  targetOf(input: unknown): string | null;
  /** The place of this very call: its own earlier tries do not count. */
  except?: { branch: string; scene: string; position: number };
}

/**
 * The calls of a run that did the same as a call that is about to run: same tool and same target, or same input where
 * no target is known. The first one first; those that do not tell their time stand before the others.
 */
export function earlierCalls(sought: SoughtCall, past: readonly BranchPast[]): EarlierCall[] {
  return past
    .flatMap(branch => [...doneCalls(sought, branch), ...openCalls(sought, branch)])
    .sort((x, y) => (x.at ?? '').localeCompare(y.at ?? ''));
}

/** Whether two pointers point at the same call; it may have ended between them. */
export function isSameEarlierCall(x: EarlierCall, y: EarlierCall): boolean {
  return x.branch === y.branch && x.scene === y.scene && x.callId === y.callId;
}

/** Effects of the ledger, and calls that ended well but whose row a crash kept out of it. */
function doneCalls(sought: SoughtCall, { branch, effects, journal }: BranchPast): EarlierCall[] {
  if (sought.toolClass !== 'external') return [];
  const rows = effects.filter(
    effect =>
      effect.name === sought.name && isSameAct(sought, effect.target, effect.ranInput ?? effect.input),
  );
  const recorded = rows.map(
    (row): EarlierCall => ({
      branch,
      turn: Number.isInteger(row.turn) ? (row.turn ?? null) : null,
      scene: row.scene ?? null,
      callId: row.tool_use_id,
      at: row.at ?? null,
      state: 'done',
    }),
  );
  const unrecorded = triesOf(sought, branch, journal)
    .filter(({ open, ended }) => ended?.ok === true && !effects.some(row => isRowOf(row, open)))
    .map(({ open }) => pointerTo(open, branch, 'done'));
  return [...recorded, ...unrecorded];
}

/** Calls that run at this moment, and calls whose end is unknown. */
function openCalls(sought: SoughtCall, { branch, journal, liveScene }: BranchPast): EarlierCall[] {
  const last = journal.findLast(line => line.event === 'open');
  return triesOf(sought, branch, journal).flatMap(({ open, ended }) => {
    if (ended !== null) return ended.inDoubt === true ? [pointerTo(open, branch, 'unknown')] : [];
    const isRunning = open === last && open.scene === liveScene;
    // A command that runs elsewhere ends there; two of them at once are no repeat.
    if (isRunning && sought.toolClass === 'command') return [];
    return [pointerTo(open, branch, isRunning ? 'running' : 'unknown')];
  });
}

/** One start of a call, and how it ended. */
interface Try {
  open: JournalOpen;
  ended: JournalEnded | null;
}

/**
 * The tries of equal calls. An end belongs to the last start at its place. Where a command was started there again and
 * that try ended, or any call ended well, what became of the tries before it is of no interest any more; else what an
 * `external` call did before stays unknown.
 */
function triesOf(sought: SoughtCall, branch: string, journal: readonly JournalLine[]): Try[] {
  const tries: Try[] = [];
  const lastOpen = new Map<string, JournalOpen>();
  for (const line of journal) {
    if (line.simulated === true || isExcepted(sought, branch, line)) continue;
    const place = `${line.scene}/${line.position}`;
    if (line.event === 'open') {
      lastOpen.set(place, line);
      if (isSoughtLine(sought, line)) tries.push({ open: line, ended: null });
      continue;
    }
    const settlesAll = sought.toolClass === 'command' || line.ok;
    for (const entry of tries) {
      const { open, ended } = entry;
      const isEarlier = ended === null && isSamePlace(open, line) && settlesAll;
      if (open === lastOpen.get(place) || isEarlier) entry.ended = line;
    }
  }
  return tries;
}

function isSoughtLine(sought: SoughtCall, line: JournalOpen): boolean {
  if (line.name !== sought.name) return false;
  if (line.ranInput !== undefined) return isSameAct(sought, line.target, line.ranInput);
  const target = sought.targetOf(sought.input);
  if (target !== null && line.target !== null) return target === line.target;
  return line.inputDigest === digestOfValue(sought.input);
}

/** Ledgers of other programs name no target: it follows from the input. */
function isSameAct(sought: SoughtCall, target: string | null | undefined, input: unknown): boolean {
  const wanted = sought.targetOf(sought.input);
  const found = target ?? sought.targetOf(input);
  if (wanted !== null && found !== null) return wanted === found;
  return digestOfValue(input) === digestOfValue(sought.input);
}

function isExcepted({ except }: SoughtCall, branch: string, line: JournalLine): boolean {
  return except !== undefined && except.branch === branch && isSamePlace(except, line);
}

function isSamePlace(
  x: { scene: string; position: number },
  y: { scene: string; position: number },
): boolean {
  return x.scene === y.scene && x.position === y.position;
}

function isRowOf(row: Effect, open: JournalOpen): boolean {
  return row.tool_use_id === open.callId && (row.scene === undefined || row.scene === open.scene);
}

function pointerTo(open: JournalOpen, branch: string, state: EarlierCall['state']): EarlierCall {
  const { turn, scene, callId, at } = open;
  return { branch, turn: Number.isInteger(turn) ? turn : null, scene, callId, at, state };
}
