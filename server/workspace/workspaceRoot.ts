import { lstatSync, type Stats, statSync } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { MAIN } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { checkedName } from '../../shared/name.ts';
import { systemCode } from '../disk/diskCalls.ts';
import type { Root } from './captureRecord.ts';

/** Where the workspaces of a run lie. Paths are absolute. */
export interface WorkspacePlaces {
  dataFolder: string;
  runFolder: string;
  /** A person's own folder, in which branch `main` works; null where the run made its own. */
  ownFolder: string | null;
}

/** Absolute path of a branch's workspace. @throws ForkpointError `bad-name` */
export function workspaceFolder(places: WorkspacePlaces, branch: string): string {
  const name = checkedName(branch);
  if (branch === MAIN && places.ownFolder !== null) return resolve(places.ownFolder);
  return join(places.runFolder, 'workspaces', name);
}

/** A branch's workspace that is there and is the one the run knows: its real path, and its identity. */
export interface FoundRoot {
  path: string;
  root: Root | null;
}

/**
 * @param known what the run saw there before; null for the first time
 * @throws ForkpointError `foreign-root` where it is gone, a link, or another folder than before
 */
export async function foundRoot(
  places: WorkspacePlaces,
  branch: string,
  known: Root | null,
): Promise<FoundRoot> {
  const folder = workspaceFolder(places, branch);
  const isOwn = branch === MAIN && places.ownFolder !== null;
  try {
    const path = await realpath(folder);
    const { ino } = await stat(path);
    if (isOwn) return checkedAgainst({ path, root: { path, ino } }, known);
    if ((await lstat(folder)).isDirectory()) return checkedAgainst({ path, root: null }, known);
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    throw new ForkpointError('foreign-root', { expected: folder, found: code }, { cause: error });
  }
  throw new ForkpointError('foreign-root', { expected: folder, found: 'no folder' });
}

function checkedAgainst(found: FoundRoot, known: Root | null): FoundRoot {
  if (known === null || found.root === null) return found;
  if (found.root.path === known.path && found.root.ino === known.ino) return found;
  const other = found.root.path === known.path ? 'another folder of that name' : found.root.path;
  throw new ForkpointError('foreign-root', { expected: known.path, found: other });
}

/**
 * A person's folder that a run may work in, with its links resolved: a folder that exists, and does not lie in the data
 * folder. (The data folder may lie in it: it is passed over.)
 * @throws ForkpointError `bad-workspace`
 */
export async function checkedOwnFolder(folder: string, dataFolder: string): Promise<string> {
  try {
    const path = await realpath(folder);
    if (!(await stat(path)).isDirectory())
      throw new ForkpointError('bad-workspace', { path, detail: 'it is no folder' });
    const fromData = relative(await realpath(dataFolder), path);
    if (fromData === '' || !(fromData === '..' || fromData.startsWith(`..${sep}`)))
      throw new ForkpointError('bad-workspace', { path, detail: 'it lies in the data folder' });
    return path;
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    throw new ForkpointError('bad-workspace', { path: folder, detail: code }, { cause: error });
  }
}

/** Tells the data folder by what it is, however its path is written. */
export function isFolderAt(path: string): (stats: Stats) => boolean {
  const excluded = statOrNull(path);
  return stats => excluded !== null && stats.ino === excluded.ino && stats.dev === excluded.dev;
}

function statOrNull(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

/** What lies at a path, links not followed, or null. @throws the system's error for all but "no such file" */
export function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return null;
    throw error;
  }
}
