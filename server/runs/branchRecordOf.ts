import type { BranchRecord } from '../../shared/branch.ts';
import { isForkpointError } from '../../shared/errors.ts';
import type { RunIndex } from './runIndex.ts';

/** What a branch keeps beside its scenes; null where nothing can be kept, and where it cannot be read. */
export async function branchRecordOf(
  index: RunIndex,
  run: string,
  branch: string,
): Promise<BranchRecord | null> {
  try {
    return await (await index.store(run)).branch(branch).record();
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return null;
  }
}
