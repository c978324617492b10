import { link, open, rename, unlink } from 'node:fs/promises';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';

/** The calls that writing needs; tests give their own to make a disk fail. */
export interface DiskCalls {
  open: typeof open;
  rename: typeof rename;
  link: typeof link;
  unlink: typeof unlink;
}

export const realDisk: DiskCalls = { open, rename, link, unlink };

/** The code of a failed system call (`ENOENT`, `ENOSPC`, …), or null for any other value, ours too. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || isForkpointError(error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** A failed write in our words: `disk-full` (also over quota), else `write-failed`. Ours stay as they are. */
export function writeError(error: unknown, where: string): ForkpointError {
  if (error instanceof ForkpointError) return error;
  const code = systemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ForkpointError('disk-full', { where }, { cause: error });
  const detail = error instanceof Error ? error.message : String(error);
  return new ForkpointError('write-failed', { where, detail }, { cause: error });
}
