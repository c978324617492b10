import type { BranchRecord } from '../../shared/branch.ts';
import { callsOfLastReply, duplicateCallId, type PairedCall } from '../../shared/calls.ts';
import type { CallDecision, Reconciliation } from '../../shared/decision.ts';
import type { Effect, JournalLine, JournalOpen } from '../../shared/effect.ts';
import type { ToolResultBlock, ToolUseBlock } from '../../shared/message.ts';
import { type CallFacts, reconcile } from '../../shared/reconcile.ts';
import { callDetail } from '../../shared/sceneRow.ts';
import { isRecord } from '../../shared/schema.ts';
import { toolClassFromName, toolClassSchema } from '../../shared/toolClass.ts';
import { isSameProcess, type ProcessIdentity, processIdentitySchema } from '../disk/processIdentity.ts';
import { isCheck } from '../gate/reach.ts';
import type { BranchStore } from '../store/runStore.ts';
import type { Tool } from '../tools/tool.ts';
import type { BranchRun } from './branchRun.ts';
import { copiedFrom, resultElsewhere } from './copiedCalls.ts';
import { canPutBack, keptFilesFolder } from './keptFiles.ts';
import { type CallPlace, type CallTrace, type KnownEnd, traceOfCall } from './knownEnd.ts';
import { type FileNote, isSameFile, noteFiles } from './noteFiles.ts';
import type { ReadableScene } from './recordTurn.ts';
import { isStillRunning } from './runTool.ts';

/** A call of the head that waits for its result, with all that is known of it and what follows from that. */
export interface PendingCall {
  call: ToolUseBlock;
  position: number;
  tool: Tool | null;
  facts: CallFacts;
  reconciliation: Reconciliation;
  end: KnownEnd | null;
  openings: number;
  /** What ran in place of the model's input when it was last opened; else undefined. */
  ranInput: unknown;
  /** Files of the workspace that it was about to touch when its run was cut off. */
  touchedFiles: FileNote[];
  /** Those that are not what they were when it was opened, as they were then. */
  changedFiles: FileNote[];
  /** Its result on the line that its scene was copied from. */
  elsewhere: ToolResultBlock | null;
}

/** The calls of the head's reply: those that wait, and the results that are there (other programs save some of them). */
export interface PendingTurn {
  calls: ToolUseBlock[];
  given: ReadonlyMap<string, ToolResultBlock>;
  pending: PendingCall[];
}

/** What the calls of a branch are looked at with. */
export interface PendingParts extends Pick<BranchRun, 'branch' | 'tools' | 'context'> {
  /** A process that is alive but does not say so: its calls may still be running. */
  silentOwner?: ProcessIdentity | null;
}

/** What a branch knows of its calls. */
interface Memory {
  record: BranchRecord;
  /** Command lines that the person has declared harmless. */
  checks: readonly string[];
  journal: JournalLine[];
  keptJournal: boolean;
  ledger: Effect[];
  /** The scene that the head is a copy of, or null. */
  original: string | null;
  /** The id that two calls of the reply have in common, or null. */
  sharedId: string | null;
}

/** The turn of the head where calls of it wait for a result, else null. Writes nothing. */
export async function pendingTurnOf(parts: PendingParts, head: ReadableScene): Promise<PendingTurn | null> {
  const paired = callsOfLastReply(head.checkpoint.messages);
  if (paired.every(({ result }) => result !== null)) return null;
  const memory = await memoryOf(parts.branch, head, paired);
  const waiting = paired.flatMap((entry, position) => (entry.result === null ? [{ entry, position }] : []));
  const pending = waiting.map(place => pendingCallOf(parts, head, memory, place));
  return {
    calls: paired.map(({ call }) => call),
    given: new Map(paired.flatMap(({ call, result }) => (result === null ? [] : [[call.id, result]]))),
    pending: await Promise.all(pending),
  };
}

async function memoryOf(
  branch: BranchStore,
  head: ReadableScene,
  paired: readonly PairedCall[],
): Promise<Memory> {
  const record = await branch.record();
  // Fields of ours hold only where the id was made for this very file: another program keeps no journal.
  const isOurs = head.checkpoint.id === head.row.id;
  return {
    record,
    checks: (await branch.run.record()).checks,
    journal: linesThatCount(await branch.loadJournal(), record),
    keptJournal: isOurs && (await branch.isJournalWhole()),
    ledger: await branch.loadEffects(),
    original: await copiedFrom(branch, head.row, record),
    sharedId: duplicateCallId(paired.map(({ call }) => call)),
  };
}

/** What a dry run only simulated is known to it alone; nothing was started, so without its end it says nothing. */
function linesThatCount(journal: readonly JournalLine[], { effects }: BranchRecord): JournalLine[] {
  const isKnown = (line: JournalLine) => effects === 'dry-run' && line.event === 'ended';
  return journal.filter(line => line.simulated !== true || isKnown(line));
}

async function pendingCallOf(
  parts: PendingParts,
  head: ReadableScene,
  memory: Memory,
  { entry: { call }, position }: { entry: PairedCall; position: number },
): Promise<PendingCall> {
  const { messages } = head.checkpoint;
  const place = { scene: head.row.id, turn: head.row.turn, position, call };
  const trace = traceOfCall(place, memory.journal, memory.ledger, messages);
  const { end, openings, lastOpen } = trace;
  const cutOff = end === null ? lastOpen : null;
  const files = await filesSince(parts.context, cutOff?.files ?? []);
  const tool = parts.tools.find(({ name }) => name === call.name) ?? null;
  const facts = factsOf(parts, memory, { place, trace, tool, files: files.state });
  const reconciled = reconcile(facts);
  const isElsewhere = reconciled.outcome === 'not-run-here';
  return {
    call,
    position,
    tool,
    facts,
    reconciliation: {
      callId: call.id,
      position,
      name: call.name,
      detail: callDetail(call.input),
      ...reconciled,
      ...(trace.idUsedBy && { idUsedBy: trace.idUsedBy }),
    },
    end,
    openings,
    ranInput: lastOpen?.ranInput,
    touchedFiles: cutOff?.files ?? [],
    changedFiles: files.changed,
    elsewhere: isElsewhere ? await resultElsewhere(parts.branch, memory.original, place, messages) : null,
  };
}

/** What is known of one call before anything is decided about it. */
interface Found {
  place: CallPlace;
  trace: CallTrace;
  tool: Tool | null;
  files: CallFacts['files'];
}

function factsOf(
  { silentOwner, context }: PendingParts,
  { record, checks, keptJournal, original, sharedId }: Memory,
  { place: { scene, position, call }, trace: { end, openings, lastOpen }, tool, files }: Found,
): CallFacts {
  const isHeld = lastOpen !== null && silentOwner ? isOf(lastOpen, silentOwner) : false;
  const isAtWork = isHeld || isStillRunning(context.runFolder, scene, position);
  return {
    toolClass: tool?.toolClass ?? classOf(call, lastOpen),
    isIdempotent: tool?.idempotent === true,
    hasProbe: tool?.probe !== undefined,
    isCheck: tool !== null && isCheck({ tool, target: targetOf(tool, call), checks }),
    decision: decisionOf(record, scene, call.id, openings),
    isRunning: lastOpen !== null && end === null && isAtWork,
    hasEnd: end !== null,
    wereFilesPutBack: end !== null && wereFilesPutBack(record, scene, end.at),
    wasOpened: openings > 0,
    keptJournal,
    files,
    isIdShared: call.id === sharedId,
    isCopied: original !== null,
  };
}

/** Whether a process opened a call. */
function isOf({ process }: JournalOpen, owner: ProcessIdentity): boolean {
  return isSameProcess(processIdentitySchema.parse(process), owner);
}

function classOf(call: ToolUseBlock, open: JournalOpen | null) {
  return toolClassSchema.safeParse(open?.toolClass).data ?? toolClassFromName(call.name);
}

function targetOf(tool: Tool, { input }: ToolUseBlock): string | null {
  return isRecord(input) ? (tool.target?.(input) ?? null) : null;
}

/** The person's decision about a call, as long as no opening has spent it. */
function decisionOf(
  { decisions }: BranchRecord,
  scene: string,
  callId: string,
  openings: number,
): CallDecision | null {
  if (decisions === null || decisions.scene !== scene || !Object.hasOwn(decisions.calls, callId)) return null;
  const takenUpAt = decisions.openings?.[callId];
  const isSpent = takenUpAt !== undefined && openings > takenUpAt;
  return isSpent ? null : (decisions.calls[callId] ?? null);
}

/** Whether the last rewind to a scene that put files back, and that still holds, came after an end. */
function wereFilesPutBack({ moves }: BranchRecord, scene: string, endedAt: string): boolean {
  const undone = new Set(moves.map(move => move.undoes));
  const rewind = moves.findLast(
    move => move.kind === 'rewind' && move.taken === scene && !undone.has(move.number) && move.filesBefore,
  );
  return rewind !== undefined && endedAt <= rewind.at;
}

/** What became of files since they were noted. */
async function filesSince(
  { workspace, runFolder }: PendingParts['context'],
  noted: readonly FileNote[],
): Promise<{ state: CallFacts['files']; changed: FileNote[] }> {
  if (noted.length === 0) return { state: 'unknown', changed: [] };
  const paths = noted.map(({ path }) => path);
  const present = await noteFiles(workspace, paths, null);
  const changed = noted.filter((note, index) => !isSameFile(note, present[index]));
  if (changed.length === 0) return { state: 'as-before', changed };
  const isKept = await canPutBack(keptFilesFolder(runFolder), changed);
  return isKept ? { state: 'changed', changed } : { state: 'unknown', changed: [] };
}
