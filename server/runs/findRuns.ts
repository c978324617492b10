import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { branchFromFolderName } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { problemOfName } from '../../shared/name.ts';
import { systemCode } from '../disk/diskCalls.ts';
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
    if (!item.isDirectory() || problemOfName(item.name) !== null || !(await isRunFolder(path))) continue;
    runs.push({ id: item.name, path, isOwn: true, identity: await identityOf(path) });
  }
  for (const [id, path] of opened) runs.push({ id, path, isOwn: false, identity: await identityOf(path) });
  return runs;
}

/** Whether a folder holds a run: its record, or checkpoints. */
export async function isRunFolder(folder: string): Promise<boolean> {
  const items = (await listIfThere(folder)) ?? [];
  return items.some(
    item => item.name === 'run.json' || (item.isDirectory() && branchFromFolderName(item.name)),
  );
}

/** Device and inode of what lies at a path; a file that is rewritten under its name counts as another. */
export async function identityOf(path: string): Promise<string> {
  const stat = await statIfThere(path);
  return stat === null ? 'none' : `${stat.dev}:${stat.ino}`;
}

/** What the system says of a path that leads nowhere, or that no file system could hold. */
const nowhere = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE'];

/** A path as people write it, absolute and with links resolved. @throws ForkpointError `no-such-path`, `unreadable-file` */
export async function realPathOf(path: string): Promise<string> {
  if (path === '') throw new ForkpointError('no-such-path', { path });
  try {
    return await realpath(resolve(path));
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    if (nowhere.includes(code)) throw new ForkpointError('no-such-path', { path }, { cause: error });
    throw new ForkpointError('unreadable-file', { where: path, detail: code }, { cause: error });
  }
}
