import { join } from 'node:path';
import { MAIN } from '../../shared/branch.ts';
import { isForkpointError, type Problem } from '../../shared/errors.ts';
import { listIfThere } from '../disk/readIfThere.ts';
import { CaptureStore, outsideFolders } from './captureStore.ts';
import { sha256 } from './objectStore.ts';

/** The name under which a run keeps what it knows of a folder in which no branch works. @param folder absolute */
export function outsideName(folder: string): string {
  return sha256(Buffer.from(folder)).slice(0, 32);
}

/** The names of those that a run keeps something of. */
export async function outsideNames(runFolder: string): Promise<string[]> {
  const entries = (await listIfThere(join(runFolder, 'captures', outsideFolders))) ?? [];
  return entries.flatMap(entry => (entry.isDirectory() && namePattern.test(entry.name) ? entry.name : []));
}

const namePattern = /^[0-9a-f]{32}$/;

/** Folders outside, absolute, and why what is kept of others cannot be read. */
export interface OutsideRoots {
  folders: string[];
  problems: Problem[];
}

/** The folders that a run keeps something of. */
export async function outsideRoots(runFolder: string): Promise<OutsideRoots> {
  const found: OutsideRoots = { folders: [], problems: [] };
  for (const name of await outsideNames(runFolder)) {
    try {
      const { root } = await new CaptureStore(runFolder, name).state(MAIN);
      if (root !== null) found.folders.push(root.path);
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      found.problems.push(error.toProblem());
    }
  }
  return found;
}
