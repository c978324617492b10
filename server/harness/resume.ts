import type { CallDecision, Edit } from '../../shared/decision.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { Block } from '../../shared/message.ts';
import { isRecord } from '../../shared/schema.ts';
import { ownProcess } from '../disk/processIdentity.ts';
import type { BranchLock, BranchStore } from '../store/runStore.ts';
import type { ToolContext, ToolOutcome } from '../tools/tool.ts';
import { ToolFailure } from '../tools/toolFailure.ts';
import { cutOff, withRanInput } from './callWords.ts';
import { keptFilesFolder, putBack, sweepBeside } from './keptFiles.ts';
import type { KnownEnd } from './knownEnd.ts';
import { noteFiles } from './noteFiles.ts';
import type { PendingCall, PendingTurn } from './pendingCalls.ts';
import { keyOfCall } from './runTool.ts';
import type { Settled } from './settled.ts';
import { isStopError, throwIfStopped } from './stop.ts';

/** Where the calls of a scene A are settled before they are answered. */
export interface SettlingDesk {
  scene: string;
  branch: BranchStore;
  lock: BranchLock;
  context: Pick<ToolContext, 'workspace' | 'runFolder' | 'signal'>;
}

/**
 * Refuses a branch one of whose calls is still being run: it has to be waited for, or ended.
 * @throws ForkpointError `branch-locked`
 */
export function refuseIfStillRunning(
  branch: string,
  { pending }: PendingTurn,
  silentOwner: BranchLock['silentOwner'],
): void {
  if (!pending.some(({ reconciliation }) => reconciliation.outcome === 'wait-for-process')) return;
  const { pid, host } = silentOwner ?? ownProcess();
  throw new ForkpointError('branch-locked', { subject: branch, owner: `process ${pid} on ${host}` });
}

/**
 * Settles every call of an interrupted turn by what is known of it, one after the other: known results, what the person
 * decided, what has to be asked or put back first. What is left to run is run when the calls are answered.
 * @param whyCut why the calls may be cut off (then none runs that the person did not decide about), or null
 * @throws `stopError`; what the store throws
 */
export async function settlePending(
  turn: PendingTurn,
  desk: SettlingDesk,
  whyCut: string | null,
): Promise<Map<string, Settled>> {
  const settled = new Map<string, Settled>();
  for (const [id, result] of turn.given) {
    const outcome = { content: result.content ?? '', ...(result.is_error && { isError: true }) };
    settled.set(id, { kind: 'result', outcome, edits: [] });
  }
  await takeUpDecisions(turn.pending, desk);
  const touched = turn.pending.flatMap(({ touchedFiles }) => touchedFiles.map(({ path }) => path));
  await sweepBeside(desk.context.workspace, touched);
  for (const pending of turn.pending) {
    throwIfStopped(desk.context.signal);
    const isCut = whyCut !== null && pending.facts.decision === null;
    const cut: Settled | null = isCut ? { kind: 'result', outcome: cutOff(whyCut), edits: [] } : null;
    settled.set(pending.call.id, cut ?? (await settledCall(pending, desk)));
  }
  return settled;
}

/** Notes how often the calls that the person lets run had been opened: the next opening spends the decision. */
async function takeUpDecisions(pending: readonly PendingCall[], { branch }: SettlingDesk): Promise<void> {
  const toRun = pending.filter(
    ({ facts }) => facts.decision?.kind === 'run' || facts.decision?.kind === 'edit',
  );
  if (toRun.length === 0) return;
  const { decisions } = await branch.record();
  if (decisions === null) return;
  const openings = Object.fromEntries(toRun.map(({ call, openings }) => [call.id, openings]));
  await branch.update({ decisions: { ...decisions, openings: { ...decisions.openings, ...openings } } });
}

async function settledCall(pending: PendingCall, desk: SettlingDesk): Promise<Settled> {
  const { reconciliation, end, facts } = pending;
  const edits: Edit[] = [{ kind: 'reconciled', reconciliation }];
  switch (reconciliation.outcome) {
    case 'reuse':
      return end === null ? { kind: 'run', isRerun: false, edits } : known(end, edits);
    case 'run':
      return { kind: 'run', isRerun: false, edits };
    case 'run-again':
      return again(pending, edits);
    case 'ask':
      return { kind: 'run', isRerun: false, mustAsk: true, edits };
    case 'probe':
      return await probed(pending, desk, edits);
    case 'restore-and-run':
      return await restored(pending, desk);
    case 'not-run-here':
      return { kind: 'result', outcome: notRunHere(pending), edits };
    case 'as-decided':
      return facts.decision ? await decided(pending, facts.decision, desk) : told(edits, facts.wasOpened);
    default:
      return told(edits, facts.wasOpened);
  }
}

function known({ outcome, isRowMissing }: KnownEnd, edits: Edit[]): Settled {
  return { kind: 'result', outcome, edits, ...(isRowMissing && { ledger: 'add' }) };
}

/** The same once more: with what ran then, where the person had changed the input. */
function again({ ranInput }: PendingCall, edits: Edit[]): Extract<Settled, { kind: 'run' }> {
  return { kind: 'run', isRerun: true, ...(isRecord(ranInput) && { input: ranInput }), edits };
}

/** The model is told that nobody knows. */
function told(edits: Edit[], wasOpened: boolean): Settled {
  const what = wasOpened
    ? 'The run was interrupted while this call was going on, and it is not known how it ended.'
    : 'The run was interrupted, and no record was kept of whether this call ran.';
  const content = `${what} It may have happened. Find out before you do it again.`;
  return { kind: 'result', outcome: { content, isError: true }, edits };
}

/** Asks the tool whether it happened. A tool that cannot say leaves it open. */
async function probed(pending: PendingCall, desk: SettlingDesk, edits: Edit[]): Promise<Settled> {
  const { call, tool, position, facts, ranInput } = pending;
  const input = ranInput ?? call.input;
  if (!isRecord(input) || tool?.probe === undefined) return told(edits, facts.wasOpened);
  let outcome: ToolOutcome | null;
  try {
    const idempotencyKey = keyOfCall(desk.scene, position);
    const found = await tool.probe(input, { ...desk.context, idempotencyKey });
    outcome = found !== null && ranInput !== undefined ? withRanInput(found, input) : found;
  } catch (error) {
    if (isStopError(error)) throw error;
    return told([unknownInstead(pending)], facts.wasOpened);
  }
  if (outcome === null) return again(pending, edits);
  await noteEnd(pending, outcome, desk);
  return { kind: 'result', outcome, edits, ...(outcome.isError ? {} : { ledger: 'add' }) };
}

/** Puts the files back that the call left changed, after keeping them as they are. */
async function restored(pending: PendingCall, desk: SettlingDesk): Promise<Settled> {
  const { changedFiles, reconciliation, facts } = pending;
  const { workspace, runFolder } = desk.context;
  const folder = keptFilesFolder(runFolder);
  const paths = changedFiles.map(({ path }) => path);
  const present = await noteFiles(workspace, paths, folder);
  await desk.lock.check();
  try {
    await putBack(workspace, folder, changedFiles);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return told([unknownInstead(pending)], facts.wasOpened);
  }
  const kept = present.map(({ path, digest }) => ({ path, digest }));
  const edits: Edit[] = [{ kind: 'reconciled', reconciliation: { ...reconciliation, kept } }];
  return again(pending, edits);
}

/** What was planned could not be done. */
function unknownInstead({ reconciliation }: PendingCall): Edit {
  return {
    kind: 'reconciled',
    reconciliation: { ...reconciliation, outcome: 'tell-unknown', why: 'may-have-happened' },
  };
}

async function decided(pending: PendingCall, decision: CallDecision, desk: SettlingDesk): Promise<Settled> {
  const edits: Edit[] = [{ kind: 'decided', callId: pending.call.id, decision }];
  const isRerun = pending.facts.wasOpened;
  switch (decision.kind) {
    case 'run':
      return { ...again(pending, edits), isRerun, isApproved: true };
    case 'edit':
      return { kind: 'run', isRerun, isApproved: true, input: decision.input, edits };
    case 'skip':
      return { kind: 'result', outcome: { content: skippedWords(decision.why) }, edits };
    case 'supply': {
      const outcome = { content: decision.result, ...(decision.isError && { isError: true }) };
      return { kind: 'result', outcome, edits };
    }
    case 'did': {
      if (pending.end !== null) return known(pending.end, edits);
      const outcome = { content: 'The person says that this did happen. Its result was not recorded.' };
      await noteEnd(pending, outcome, desk);
      return { kind: 'result', outcome, edits, ledger: 'add' };
    }
  }
}

function skippedWords(why: string): string {
  const reason = why.trim();
  return `Not run: the person decided against this call${reason === '' ? '.' : `: ${reason}`}`;
}

function notRunHere({ elsewhere }: PendingCall): ToolOutcome {
  const words = 'This call belongs to the line it was forked from, not run here.';
  if (elsewhere === null) return { content: words };
  const intro = `${words} There it gave:`;
  const { content = '' } = elsewhere;
  if (typeof content === 'string') return { content: `${intro}\n${content}` };
  const first: Block = { type: 'text', text: intro };
  return { content: [first, ...content] };
}

/** The end that became known only now, so that it is known from now on. */
async function noteEnd(
  { call, position }: PendingCall,
  outcome: ToolOutcome,
  { branch, scene }: SettlingDesk,
): Promise<void> {
  await branch.appendJournal({
    event: 'ended',
    scene,
    callId: call.id,
    position,
    ok: outcome.isError !== true,
    result: outcome.content,
    durationMs: 0,
    at: new Date().toISOString(),
  });
}
