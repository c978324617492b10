import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type DiskCalls, realDisk, writeError } from './diskCalls.ts';
import { setAside } from './setAside.ts';
import { syncFolder } from './writeFileAtomic.ts';

const newline = 0x0a;

/**
 * Appends one value as a line of JSON, durable when it resolves. One write call per record. A last line that a
 * crash tore is first set aside beside the file, a whole one without its newline gets it, so that nothing fuses.
 * @throws ForkpointError `disk-full` or `write-failed`
 */
export async function appendLine(path: string, value: unknown, disk: DiskCalls = realDisk): Promise<void> {
  try {
    const handle = await disk.open(path, 'a+');
    try {
      const sizeBefore = (await handle.stat()).size;
      const prefix = await settledTail(handle, path, sizeBefore, disk);
      const line = Buffer.from(`${prefix}${JSON.stringify(value)}\n`);
      const { bytesWritten } = await handle.write(line);
      if (bytesWritten < line.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
      await handle.datasync();
      if (sizeBefore === 0) await syncFolder(dirname(path), disk);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw writeError(error, path);
  }
}

/** Makes the end of the file fit for an append; gives what has to stand before the new line. */
async function settledTail(
  handle: FileHandle,
  path: string,
  sizeBytes: number,
  disk: DiskCalls,
): Promise<string> {
  if (sizeBytes === 0 || (await bytesFrom(handle, sizeBytes - 1, 1))[0] === newline) return '';
  const fragmentStart = await lastLineStart(handle, sizeBytes);
  const fragment = await bytesFrom(handle, fragmentStart, sizeBytes - fragmentStart);
  if (isJson(fragment.toString('utf8'))) return '\n';
  await setAside(path, fragment, disk);
  await handle.truncate(fragmentStart);
  return '';
}

async function lastLineStart(handle: FileHandle, sizeBytes: number): Promise<number> {
  const chunkBytes = 64 * 1024;
  for (let end = sizeBytes; end > 0; end -= chunkBytes) {
    const start = Math.max(0, end - chunkBytes);
    const at = (await bytesFrom(handle, start, end - start)).lastIndexOf(newline);
    if (at >= 0) return start + at + 1;
  }
  return 0;
}

async function bytesFrom(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
