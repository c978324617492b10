import type { BigIntStats, Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { ForkpointError } from '../../shared/errors.ts';
import { systemCode } from './diskCalls.ts';

/**
 * The bytes of a file, or null where there is none. Only "no such file" ever means absent.
 * @throws ForkpointError `unreadable-file` for everything else: no permission, a folder, a broken disk
 */
export async function readIfThere(path: string): Promise<Buffer | null> {
  return await absentAsNull(path, () => readFile(path));
}

/** The names in a folder with their kinds, or null where there is no such folder. Errors as `readIfThere`. */
export async function listIfThere(folder: string): Promise<Dirent[] | null> {
  return await absentAsNull(folder, () => readdir(folder, { withFileTypes: true }));
}

/** Size, times (nanoseconds) and inode of what lies at a path, links followed, or null. Errors as `readIfThere`. */
export async function statIfThere(path: string): Promise<BigIntStats | null> {
  return await absentAsNull(path, () => stat(path, { bigint: true }));
}

async function absentAsNull<T>(path: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return null;
    const detail = code ?? String(error);
    throw new ForkpointError('unreadable-file', { where: path, detail }, { cause: error });
  }
}
