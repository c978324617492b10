import type { RestCapture } from '../../shared/branch.ts';
import type { BranchChange } from '../store/runStore.ts';
import type { BranchRun } from './branchRun.ts';
import { SimulatedCrash } from './crash.ts';
import type { ReadableScene } from './recordTurn.ts';
import { filesSoFar, openedOf, restEntry } from './unseenWork.ts';

/**
 * The capture that the open calls of a branch's head go on from, or null. What they made of the files before they were cut
 * off is kept as theirs; what else changed since the last look at them is somebody else's.
 */
export async function captureAtStart(run: BranchRun, { row }: ReadableScene): Promise<string | null> {
  if (row.point !== 'A' || run.captureFiles === undefined) return null;
  return await unlessItFails(run, async () => {
    const { from, hasUnseenWork, ...rest } = await filesSoFar(run.branch, row, run.context.workspace);
    const capture = await captureId(run);
    if (capture === null) return null;
    const worked = hasUnseenWork ? (from ?? capture) : capture;
    if (from !== capture) await keep(run, restEntry(row.id, worked, capture, rest));
    return capture;
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
    if (capture === null) return null;
    const entry = restEntry(row.id, from, capture, { opened: await openedOf(run.branch, row.id) });
    return [...(await restCaptures(run)), entry];
  });
  return kept === null ? {} : { restCaptures: kept };
}

async function keep(run: BranchRun, entry: RestCapture): Promise<void> {
  await run.branch.update({ restCaptures: [...(await restCaptures(run)), entry] });
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
