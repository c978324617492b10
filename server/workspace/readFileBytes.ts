import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** A plain file as it was read: `isSteady` where nobody wrote to it meanwhile. */
export interface ReadFile {
  bytes: Buffer;
  stats: Stats;
  isSteady: boolean;
}

const tries = 3;

/**
 * Reads a plain file whole, never through a link and never waiting for a pipe; again where it changes while it is read.
 * Null for anything else than a plain file, and for one larger than `limitBytes`. @throws the system's error
 */
export function readFileBytes(path: string, limitBytes: number): ReadFile | null {
  let last: ReadFile | null = null;
  for (let count = 0; count < tries; count++) {
    last = readOnce(path, limitBytes);
    if (last === null || last.isSteady) break;
  }
  return last;
}

function readOnce(path: string, limitBytes: number): ReadFile | null {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const before = fstatSync(file);
    if (!before.isFile() || before.size > limitBytes) return null;
    const bytes = bytesOf(file, before.size);
    const stats = fstatSync(file);
    const isSteady =
      bytes.length === stats.size && before.mtimeMs === stats.mtimeMs && before.ctimeMs === stats.ctimeMs;
    return { bytes, stats, isSteady };
  } finally {
    closeSync(file);
  }
}

function bytesOf(file: number, sizeBytes: number): Buffer {
  const bytes = Buffer.allocUnsafe(sizeBytes);
  let done = 0;
  while (done < sizeBytes) {
    const count = readSync(file, bytes, done, sizeBytes - done, done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}
