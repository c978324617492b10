import type { BranchRecord } from '../../shared/branch.ts';
import { danglingCalls } from '../../shared/calls.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { BranchStore } from '../store/runStore.ts';
import { type ReadableScene, readable, recordTask } from './recordTurn.ts';

/** Where a branch goes on from, and the person's words that its next request takes in. */
export interface BranchStart {
  head: ReadableScene;
  input: string | null;
}

/**
 * Finds where a branch goes on from; an empty branch gets turn 0. Refuses what would be half done.
 * @throws ForkpointError `mode-not-runnable`, `needs-resume`, `nothing-to-do`, `damaged-scene`
 */
export async function startOfBranch(branch: BranchStore, task: string): Promise<BranchStart> {
  const record = await branch.record();
  if (record.effects !== 'live') {
    throw new ForkpointError('mode-not-runnable', { branch: branch.name, mode: record.effects });
  }
  const latest = await branch.loadLatest();
  if (latest === null) return { head: readable(await recordTask(branch, task)), input: null };
  const head = readable(latest);
  const { pendingInput } = record;
  const input = pendingInput?.scene === head.row.id ? pendingInput.text : null;
  refuseIfAtRest(branch.name, head, input, record);
  if (record.outcome?.scene === head.row.id) await branch.update({ outcome: null });
  return { head, input };
}

/** Without new words a finished branch has nothing to ask, and no request may end on an assistant message. */
function refuseIfAtRest(name: string, head: ReadableScene, input: string | null, record: BranchRecord): void {
  const { messages, stopReason } = head.checkpoint;
  const calls = danglingCalls(messages).length;
  if (calls > 0) throw new ForkpointError('needs-resume', { branch: name, calls });
  if (input !== null) return;
  const isDone = record.outcome?.state === 'done' && record.outcome.scene === head.row.id;
  const endsOnReply = messages.at(-1)?.role === 'assistant' && stopReason !== 'pause_turn';
  if (isDone || endsOnReply) throw new ForkpointError('nothing-to-do', { branch: name });
}
