import type { JournalLine } from '../../shared/effect.ts';
import { isForkpointError } from '../../shared/errors.ts';
import type { BranchPast } from '../../shared/repeats.ts';
import type { RunStore } from '../store/runStore.ts';

/**
 * What all branches of a run have done up to now.
 * @param asking the branch that asks: it answers one call at a time, so none of its own is running
 */
export async function pastOfRun(run: RunStore, asking: string): Promise<BranchPast[]> {
  const past = await Promise.all((await run.branchNames()).map(name => pastOfBranch(run, name)));
  const mayRun = (entry: BranchPast) => entry.branch !== asking && endsOpen(entry.journal);
  // Who is at work takes a look at all files; mostly no call is open anywhere.
  if (!past.some(mayRun)) return past;
  const { branches } = await run.rows();
  return await Promise.all(
    past.map(async entry => {
      if (!mayRun(entry)) return entry;
      const row = branches.find(branch => branch.name === entry.branch);
      const liveScene = row && row.owner !== null ? row.head : null;
      // It may have ended since, and nobody at work any more for that reason.
      return { ...(await pastOfBranch(run, entry.branch)), liveScene };
    }),
  );
}

async function pastOfBranch(run: RunStore, name: string): Promise<BranchPast> {
  const branch = run.branch(name);
  return {
    branch: name,
    effects: await orNone(() => branch.loadEffects()),
    journal: await orNone(() => branch.loadJournal()),
    liveScene: null,
  };
}

/** Whether the call that was started last has no end. */
function endsOpen(journal: readonly JournalLine[]): boolean {
  return journal.at(-1)?.event === 'open';
}

/** A ledger or a journal that cannot be read is shown as a problem of the run; it holds nobody up. */
async function orNone<T>(load: () => Promise<T[]>): Promise<T[]> {
  try {
    return await load();
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return [];
  }
}
