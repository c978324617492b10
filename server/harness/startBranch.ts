import type { BranchRecord } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { BranchLock } from '../store/runStore.ts';
import type { BranchRun } from './branchRun.ts';
import { type PendingTurn, pendingTurnOf } from './pendingCalls.ts';
import { type ReadableScene, readable, recordTask } from './recordTurn.ts';
import { refuseIfStillRunning } from './resume.ts';

/** Where a branch goes on from. */
export interface BranchStart {
  head: ReadableScene;
  /** The person's words that the next request takes in, or null. */
  input: string | null;
  /** The turn of the head, where calls of it wait for a result. */
  pending: PendingTurn | null;
}

/**
 * Finds where a branch goes on from; an empty branch gets turn 0.
 * @throws ForkpointError `nothing-to-do`, `damaged-scene`; `branch-locked` while a call of the head is still being run
 */
export async function startOfBranch(run: BranchRun, { silentOwner }: BranchLock): Promise<BranchStart> {
  const { branch } = run;
  const latest = await branch.loadLatest();
  if (latest === null) return { head: readable(await recordTask(run, run.task)), input: null, pending: null };
  const head = readable(latest);
  const record = await branch.record();
  const input = record.pendingInput?.scene === head.row.id ? record.pendingInput.text : null;
  const start = { head, input, pending: await pendingTurnOf({ ...run, silentOwner }, head) };
  refuseIfAtRest(branch.name, start, record);
  if (start.pending !== null) refuseIfStillRunning(branch.name, start.pending, silentOwner);
  if (record.outcome?.scene === head.row.id) await branch.update({ outcome: null });
  return start;
}

/** Without new words a finished branch has nothing to ask, and no request may end on an assistant message. */
function refuseIfAtRest(
  name: string,
  { head, input, pending }: BranchStart,
  { outcome }: BranchRecord,
): void {
  if (pending !== null || input !== null) return;
  const { messages, stopReason } = head.checkpoint;
  const isDone = outcome?.state === 'done' && outcome.scene === head.row.id;
  const endsOnReply = messages.at(-1)?.role === 'assistant' && stopReason !== 'pause_turn';
  if (isDone || endsOnReply) throw new ForkpointError('nothing-to-do', { branch: name });
}
