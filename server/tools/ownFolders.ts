import { lstat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { systemCode } from '../disk/diskCalls.ts';
import { ToolFailure } from './toolFailure.ts';

/**
 * Sees to it that a folder of the run is its own: a link in its place would let a call write somewhere else. What lies
 * outside of the run (a folder that the person named) is not looked at, nor what is not there yet.
 * @throws ToolFailure where a part of the way from the run's folder is a link
 */
export async function refuseLinkedFolder(runFolder: string, folder: string): Promise<void> {
  const parts = relative(runFolder, folder).split(sep);
  if (parts[0] === '..') return;
  for (const index of parts.keys()) {
    const part = join(...parts.slice(0, index + 1));
    if (await isLink(join(runFolder, part))) {
      throw new ToolFailure(
        `${part} in the run's folder is a link, and nothing is done through links. Nothing ran.`,
      );
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}
