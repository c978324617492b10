import type { BranchRecord } from '../../shared/branch.ts';
import { isForkpointError, problemFromError } from '../../shared/errors.ts';
import { SimulatedCrash } from '../harness/crash.ts';
import type { BranchStore } from '../store/runStore.ts';
import { locked } from './putBackFiles.ts';

/**
 * A branch that could not even begin keeps why as its end, so that it is seen wherever the branch is. One that somebody
 * else runs meanwhile is that one's, and one that is done by then stays so.
 * @param onError takes what no branch can keep
 */
export async function keepRefusal(
  openBranch: () => Promise<BranchStore>,
  error: unknown,
  onError: (error: unknown) => void,
): Promise<void> {
  if (error instanceof SimulatedCrash || isSomebodyElses(error)) return;
  if (!isForkpointError(error)) onError(error);
  try {
    const store = await openBranch();
    await locked(store, async () => {
      const head = await store.loadLatest();
      if (head === null || isDone(await store.record(), head.row.id)) return;
      const problem = problemFromError(error);
      const at = new Date().toISOString();
      await store.update({ outcome: { scene: head.row.id, state: 'failed', problem, at } });
    });
  } catch (unkept) {
    if (!isSomebodyElses(unkept)) onError(unkept);
  }
}

function isDone({ outcome }: BranchRecord, scene: string): boolean {
  return outcome?.state === 'done' && outcome.scene === scene;
}

function isSomebodyElses(error: unknown): boolean {
  return isForkpointError(error, 'run-busy') || isForkpointError(error, 'branch-locked');
}
