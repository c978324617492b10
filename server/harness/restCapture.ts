import type { RestCapture } from '../../shared/branch.ts';
import type { BranchChange } from '../store/runStore.ts';
import type { BranchRun } from './branchRun.ts';
import { SimulatedCrash } from './crash.ts';
import type { ReadableScene } from './recordTurn.ts';

/**
 * The capture that the open calls of a branch's head start from, or null. Where the branch has rested there before,
 * nothing of the run's happened since: what changed meanwhile is somebody else's.
 */
export async function captureAtStart(run: BranchRun, { row }: ReadableScene): Promise<string | null> {
  if (row.point !== 'A') return null;
  return await unlessItFails(run, async () => {
    const hasRested = (await restCaptures(run)).some(({ scene }) => scene === row.id);
    return hasRested ? await captureId(run) : (row.capture?.id ?? null);
  });
}

/**
 * What a branch that rests at a scene A keeps of its files: no B will tell what the calls made of them if a person goes
 * back from here.
 * @param from the capture that the calls started from
 */
export async function captureAtRest(
  run: BranchRun,
  { row }: ReadableScene,
  from: string | null,
): Promise<Pick<BranchChange, 'restCaptures'>> {
  if (row.point !== 'A' || from === null) return {};
  const kept = await unlessItFails(run, async () => {
    const capture = await captureId(run);
    return capture === null ? null : [...(await restCaptures(run)), { scene: row.id, from, capture }];
  });
  return kept === null ? {} : { restCaptures: kept };
}

async function restCaptures({ branch }: BranchRun): Promise<RestCapture[]> {
  return (await branch.record()).restCaptures ?? [];
}

async function captureId(run: BranchRun): Promise<string | null> {
  return (await run.captureFiles?.())?.id ?? null;
}

/** A branch starts and rests all the same where its files cannot be held. */
async function unlessItFails<T>(run: BranchRun, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SimulatedCrash) throw error;
    run.onUnexpected?.(error);
    return null;
  }
}
