import type { Stats } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { ForkpointError } from '../../shared/errors.ts';
import { systemCode } from '../disk/diskCalls.ts';

/** What tells a file from a changed one without opening it: path, size in bytes, times in ms, inode. */
export type FileSignature = [sizeBytes: number, mtimeMs: number, ctimeMs: number, ino: number];

/**
 * The signature of a file that may be read: a regular one, in `root` also after its links are followed. A pipe
 * would wait for ever, and a link in a folder from somewhere else could show any file of this machine.
 * @param root the real path of the opened folder
 * @returns null where there is none
 * @throws ForkpointError `unreadable-file`
 */
export async function inspectFile(path: string, root: string): Promise<FileSignature | null> {
  try {
    const stats = await lstat(path);
    return stats.isSymbolicLink() ? await inspectLink(path, root) : signatureOf(stats, path);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return null;
    if (code === null) throw error;
    throw new ForkpointError('unreadable-file', { where: path, detail: code }, { cause: error });
  }
}

/**
 * Whether a file with this signature has stood still long enough: another change within the same tick of its disk's
 * clock would leave no trace in the signature. Some disks keep whole seconds only.
 * @param inspectedAtMs when the signature was taken
 */
export function isSettled([, mtimeMs, ctimeMs]: FileSignature, inspectedAtMs: number): boolean {
  const tickMs = Number.isInteger(mtimeMs / 1000) ? 2_000 : 20;
  return Math.max(mtimeMs, ctimeMs) < inspectedAtMs - tickMs;
}

/** Whether a real path lies in a folder (or is it). */
export function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return (
    way === '' ||
    !(way === '..' || way.startsWith(`..${sep}`) || way.startsWith(sep) || /^[A-Za-z]:/.test(way))
  );
}

async function inspectLink(path: string, root: string): Promise<FileSignature> {
  if (!isInside(await realpath(path), root)) {
    throw new ForkpointError('unreadable-file', { where: path, detail: 'it is a link to a place outside' });
  }
  return signatureOf(await stat(path), path);
}

function signatureOf(stats: Stats, path: string): FileSignature {
  if (!stats.isFile()) {
    throw new ForkpointError('unreadable-file', { where: path, detail: 'it is not a regular file' });
  }
  return [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino];
}
