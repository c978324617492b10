import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AdoptionPlace, AdoptionTarget } from '../../shared/adoption.ts';
import { MAIN } from '../../shared/branch.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { acquireLockPatiently } from '../disk/lock.ts';
import { atHome } from '../disk/realPath.ts';
import type { ActingRun } from '../runs/actingRun.ts';
import { realPathOrWritten, refuseWide, refuseWorkspaces } from '../runs/freeFolder.ts';
import { branchIn } from '../runs/movePlace.ts';
import { finishMove, locked } from '../runs/putBackFiles.ts';
import { outsideName } from '../workspace/outsideRoots.ts';
import type { RunFiles } from '../workspace/runFiles.ts';
import { checkedOwnFolder } from '../workspace/workspaceRoot.ts';

/** Where files go. */
export interface FilesPlace {
  shown: AdoptionPlace;
  files: RunFiles;
  /** The name that `files` knows it by. */
  name: string;
  /** Does something while nobody else writes there; what was cut short is finished first. @throws `branch-locked` */
  locked<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * The workspace of a branch, or a folder of the person's own. A folder that `main` works in is that branch's workspace.
 * @throws ForkpointError `no-such-branch`, `bad-workspace`
 */
export async function placeFor(
  run: ActingRun,
  graph: RunGraph,
  dataFolder: string,
  target: AdoptionTarget,
): Promise<FilesPlace> {
  if ('branch' in target) return placeOfBranch(run, graph, target.branch);
  const folder = await checkedOwnFolder(atHome(target.folder), dataFolder);
  await refuseWide(folder);
  const place = await placeOfFolder(run, graph, dataFolder, folder);
  if (place.shown.branch === null) await refuseWorkspaces(folder, dataFolder, run.folder);
  return place;
}

/**
 * As `placeFor`, for a folder that something went into already: whoever works there by now, it can be taken back.
 * @param folder absolute, links resolved
 */
export async function placeOfFolder(
  run: ActingRun,
  graph: RunGraph,
  dataFolder: string,
  folder: string,
): Promise<FilesPlace> {
  const { workspace } = await run.store.record();
  if (workspace !== null && (await realPathOrWritten(workspace)) === folder)
    return placeOfBranch(run, graph, MAIN);
  const files = run.files.outside(folder);
  return {
    shown: { branch: null, folder },
    files,
    name: MAIN,
    locked: work => lockedFolder(dataFolder, folder, work),
  };
}

/** The workspace of a branch. @throws ForkpointError `no-such-branch` */
export function placeOfBranch(run: ActingRun, graph: RunGraph, branch: string): FilesPlace {
  branchIn(graph, run.id, branch);
  return {
    shown: { branch, folder: run.files.folderOf(branch) },
    files: run.files,
    name: branch,
    locked: work =>
      locked(run.store.branch(branch), async () => {
        await finishMove(run, branch);
        return await work();
      }),
  };
}

/** Several runs may adopt into one folder: its lock lies with none of them. */
export function folderLock(dataFolder: string, folder: string): string {
  return join(dataFolder, '.adopting', outsideName(folder));
}

async function lockedFolder<T>(dataFolder: string, folder: string, work: () => Promise<T>): Promise<T> {
  const path = folderLock(dataFolder, folder);
  await mkdir(dirname(path), { recursive: true });
  const lock = await acquireLockPatiently(path, folder);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
