import { join } from 'node:path';
import { branchFromFolderName } from '../../shared/branch.ts';
import { isForkpointError } from '../../shared/errors.ts';
import { problemOfName } from '../../shared/name.ts';
import { listIfThere, statIfThere } from '../disk/readIfThere.ts';

/** A run by its place, not opened yet. */
export interface FoundRun {
  id: string;
  path: string;
  /** A run of ours in the data folder; otherwise read only. */
  isOwn: boolean;
  /** Tells a run from another that took its place. */
  identity: string;
}

/**
 * The runs of a data folder, and beside them what was opened from outside. Names that are no id (they begin with a dot,
 * say) are no runs. @param opened paths by id
 */
export async function findRuns(dataFolder: string, opened: ReadonlyMap<string, string>): Promise<FoundRun[]> {
  const runs: FoundRun[] = [];
  for (const item of (await listIfThere(dataFolder)) ?? []) {
    const path = join(dataFolder, item.name);
    if (!item.isDirectory() || problemOfName(item.name) !== null || !(await mayBeRun(path))) continue;
    runs.push({ id: item.name, path, isOwn: true, identity: await identityOf(path) });
  }
  for (const [id, path] of opened) runs.push({ id, path, isOwn: false, identity: await identityOf(path) });
  return runs;
}

/** A folder that cannot be looked into is listed too, with its problem: it hides no other run. */
async function mayBeRun(folder: string): Promise<boolean> {
  try {
    return await isRunFolder(folder);
  } catch (error) {
    if (isForkpointError(error, 'unreadable-file')) return true;
    throw error;
  }
}

/** Whether a path is a folder that holds a run: its record, or checkpoints. */
export async function isRunFolder(folder: string): Promise<boolean> {
  if (!(await statIfThere(folder))?.isDirectory()) return false;
  const items = (await listIfThere(folder)) ?? [];
  return items.some(
    item => item.name === 'run.json' || (item.isDirectory() && branchFromFolderName(item.name)),
  );
}

/**
 * Device and inode of what lies at a path; a file that is rewritten under its name counts as another. Where nothing
 * can be reached any more (its folder is a file now, a disk is gone) that is an identity too.
 */
export async function identityOf(path: string): Promise<string> {
  try {
    const stat = await statIfThere(path);
    return stat === null ? 'none' : `${stat.dev}:${stat.ino}`;
  } catch (error) {
    if (isForkpointError(error, 'unreadable-file')) return 'unreachable';
    throw error;
  }
}
