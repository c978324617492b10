import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { branchFolderName, branchFromFolderName, MAIN } from '../../shared/branch.ts';
import type { Problem } from '../../shared/errors.ts';
import { problemOfName } from '../../shared/name.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { listIfThere } from '../disk/readIfThere.ts';
import { isInside } from './inspectFile.ts';
import { readRunRecord, runFileNames } from './readRunRecord.ts';

/**
 * What lies at a path: a run folder of ours (`run`); a parent of `checkpoints*` folders (`branches`); a folder with
 * `turn-*.json` (`turns`); a single `checkpoint.json` (`single`).
 */
export interface FolderLayout {
  kind: 'run' | 'branches' | 'turns' | 'single';
  /** The folder, as it was named. */
  folder: string;
}

/** The folder of one branch. `inRun` is its path below the opened folder, with slashes; '' is that folder itself. */
export interface BranchFolder {
  branch: string;
  path: string;
  inRun: string;
}

export const singleFileName = 'checkpoint.json';

/** Says what kind of folder of checkpoints lies at a path, or null where it is none. Writes nothing. */
export async function detectRunFolder(path: string): Promise<FolderLayout | null> {
  if (basename(path) === singleFileName && (await isFile(path)))
    return { kind: 'single', folder: dirname(path) };
  if (!(await isFolder(path))) return null;
  const names = ((await listIfThere(path)) ?? []).map(entry => entry.name);
  if (await isRunOfOurs(path, names)) return { kind: 'run', folder: path };
  if (names.some(isTurnFile)) return { kind: 'turns', folder: path };
  if (await anyHoldsTurns(path, names)) return { kind: 'branches', folder: path };
  return names.includes(singleFileName) ? { kind: 'single', folder: path } : null;
}

/** Whether a name is meant as a checkpoint's. */
export function isTurnFile(name: string): boolean {
  return name.startsWith('turn-') && name.endsWith('.json');
}

/** The branch folders of a layout. A folder whose name cannot be a branch's is a problem and left alone. */
export async function listBranchFolders(
  layout: FolderLayout,
): Promise<{ folders: BranchFolder[]; problems: Problem[] }> {
  const { folder } = layout;
  const itself: BranchFolder = { branch: MAIN, path: folder, inRun: '' };
  if (layout.kind === 'single') return { folders: [itself], problems: [] };
  const root = await realpath(folder);
  // Forks of a folder that is a branch itself lie in it.
  const folders: BranchFolder[] = layout.kind === 'turns' ? [itself] : [];
  const problems: Problem[] = [];
  for (const entry of (await listIfThere(folder)) ?? []) {
    const branch = branchFromFolderName(entry.name);
    const path = join(folder, entry.name);
    if (branch === null || (branch === MAIN && folders.includes(itself))) continue;
    if (!(await isFolder(path))) {
      // A file beside the branches may bear any name, but where main should be, or a link to a branch, something is lost.
      if (branch === MAIN || entry.isSymbolicLink()) problems.push(noFolder(entry.name));
      continue;
    }
    const problem = problemOfBranchFolder(branch, entry.name, await realpath(path), root);
    if (problem === null) folders.push({ branch, path, inRun: entry.name });
    else problems.push(problem);
  }
  return { folders: folders.sort(byBranch), problems };
}

function problemOfBranchFolder(branch: string, name: string, real: string, root: string): Problem | null {
  const detail = problemOfName(branch);
  if (detail !== null) return { code: 'bad-name', params: { name: branch, detail } };
  if (branchFolderName(branch) !== name) return { code: 'name-taken', params: { name: branch } };
  if (isInside(real, root)) return null;
  return { code: 'unreadable-file', params: { where: name, detail: 'it is a link to a place outside' } };
}

function noFolder(name: string): Problem {
  return { code: 'unreadable-file', params: { where: name, detail: 'it is not a folder' } };
}

/** Main first, then by name, so that a parent comes before a fork whose name begins with its own. */
function byBranch(x: BranchFolder, y: BranchFolder): number {
  if (x.branch === MAIN || y.branch === MAIN) return x.branch === y.branch ? 0 : x.branch === MAIN ? -1 : 1;
  return x.branch < y.branch ? -1 : 1;
}

/** Other programs write a `run.json` too: ours has branch folders beside it, or is a record of ours (just begun). */
async function isRunOfOurs(folder: string, names: readonly string[]): Promise<boolean> {
  if (!runFileNames.some(name => names.includes(name))) return false;
  if (names.some(name => branchFromFolderName(name) !== null)) return true;
  return (await readRunRecord(folder)).record !== null;
}

async function anyHoldsTurns(path: string, names: readonly string[]): Promise<boolean> {
  for (const name of names.filter(entry => branchFromFolderName(entry) !== null)) {
    const folder = join(path, name);
    if (!(await isFolder(folder))) continue;
    if (((await listIfThere(folder)) ?? []).some(entry => isTurnFile(entry.name))) return true;
  }
  return false;
}

async function isFolder(path: string): Promise<boolean> {
  return (await statOrNull(path))?.isDirectory() ?? false;
}

async function isFile(path: string): Promise<boolean> {
  return (await statOrNull(path))?.isFile() ?? false;
}

async function statOrNull(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
