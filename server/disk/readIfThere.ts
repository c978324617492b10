import { type BigIntStats, constants, type Dirent } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { systemCode } from './diskCalls.ts';

/**
 * The bytes of a file, or null where there is none. Only "no such file" ever means absent.
 * @throws ForkpointError `unreadable-file` for everything else: no permission, no regular file, a broken disk
 */
export async function readIfThere(path: string): Promise<Buffer | null> {
  return await absentAsNull(path, () => readRegularFile(path));
}

/** The names in a folder with their kinds, or null where there is no such folder. Errors as `readIfThere`. */
export async function listIfThere(folder: string): Promise<Dirent[] | null> {
  return await absentAsNull(folder, () => readdir(folder, { withFileTypes: true }));
}

/** Size, times (nanoseconds) and inode of what lies at a path, links followed, or null. Errors as `readIfThere`. */
export async function statIfThere(path: string): Promise<BigIntStats | null> {
  return await absentAsNull(path, () => stat(path, { bigint: true }));
}

async function readRegularFile(path: string): Promise<Buffer> {
  const handle = await openRegularFile(path);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/**
 * Opens a file for reading, without waiting: a pipe that nobody writes into, or a log of the system, would hold one of
 * the few threads that read for good.
 * @throws ForkpointError `unreadable-file` for what is no regular file; otherwise what the system says
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if ((await handle.stat()).isFile()) return handle;
    throw new ForkpointError('unreadable-file', { where: path, detail: 'it is not a regular file' });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function absentAsNull<T>(path: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isForkpointError(error)) throw error;
    const code = systemCode(error);
    if (code === 'ENOENT') return null;
    const detail = code ?? String(error);
    throw new ForkpointError('unreadable-file', { where: path, detail }, { cause: error });
  }
}
