import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Move } from '../../shared/branch.ts';
import type { RestoreReport } from '../../shared/capture.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { statIfThere } from '../disk/readIfThere.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import type { BranchStore } from '../store/runStore.ts';
import { moveReportPath } from '../workspace/moveReport.ts';
import type { ActingRun } from './actingRun.ts';
import { rangesOf } from './filesOfMove.ts';

/**
 * Puts the files of a move back, after the head has moved, and keeps the report below `captures/`: a move that names
 * files and has no report was cut short.
 */
export async function putBackFiles(
  run: ActingRun,
  branch: string,
  move: Move,
): Promise<RestoreReport | null> {
  const capture = move.filesTaken ?? null;
  if (capture === null) return null;
  const rows = await run.store.rows();
  const report = await run.files.restore(branch, capture, rangesOf(rows, buildRunGraph(rows), branch));
  const file = reportFile(run, branch, move);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFileAtomic(file, JSON.stringify(report, null, 2));
  return report;
}

/** Finishes the latest move of a branch where a crash came before its files were put back. For the lock's holder. */
export async function finishMove(run: ActingRun, branch: string): Promise<void> {
  const move = await unfinishedMove(run, branch);
  if (move !== null) await putBackFiles(run, branch, move);
}

/** As `finishMove`, for who holds no lock. @throws ForkpointError `branch-locked` */
export async function finishMoveLocked(run: ActingRun, branch: string): Promise<void> {
  if ((await unfinishedMove(run, branch)) === null) return;
  await locked(run.store.branch(branch), () => finishMove(run, branch));
}

/** Does something while nobody else writes the branch. @throws ForkpointError `branch-locked` */
export async function locked<T>(store: BranchStore, work: () => Promise<T>): Promise<T> {
  const lock = await store.lock();
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

async function unfinishedMove(run: ActingRun, branch: string): Promise<Move | null> {
  const last = (await run.store.branch(branch).record()).moves.at(-1);
  if (!last || (last.filesTaken ?? null) === null) return null;
  return (await statIfThere(reportFile(run, branch, last))) === null ? last : null;
}

function reportFile({ folder }: ActingRun, branch: string, { number }: Move): string {
  return join(folder, moveReportPath(branch, number));
}
