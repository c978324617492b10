import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { ForkpointError } from '../../shared/errors.ts';
import { type DiskCalls, realDisk, systemCode } from '../disk/diskCalls.ts';
import { readIfThere, statIfThere } from '../disk/readIfThere.ts';
import { temporaryPathBeside } from '../disk/temporaryName.ts';

const secretPattern = /^[A-Za-z0-9_-]{32,200}$/;
const OWN_SECRET_LENGTH = 16;

/**
 * The secret that every request must bring: `FORKPOINT_SECRET` where it is set, else the one in the data folder's
 * file `secret` (0600), made on first use. Two processes that start at once end up with the same one. Where the
 * folder takes no file (it may only be read, its disk is full) there is one for this start alone.
 * @throws ForkpointError `bad-request` for a secret of the person's own that is too short, `unreadable-file`
 */
export async function secretOf(
  dataFolder: string,
  own: string | undefined,
  disk: DiskCalls = realDisk,
): Promise<string> {
  if (own !== undefined) {
    if (own.length >= OWN_SECRET_LENGTH) return own;
    const detail = `FORKPOINT_SECRET needs at least ${OWN_SECRET_LENGTH} characters`;
    throw new ForkpointError('bad-request', { detail });
  }
  const file = join(dataFolder, 'secret');
  return (await readSecret(file)) ?? (await makeSecret(file, disk));
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

async function readSecret(file: string): Promise<string | null> {
  const bytes = await readIfThere(file);
  if (bytes === null) return null;
  const text = bytes.toString('utf8').trim();
  if (!secretPattern.test(text)) return null;
  await closeToOthers(file);
  return text;
}

/** @throws ForkpointError `unreadable-file` where others can read the file and that cannot be changed */
async function closeToOthers(file: string): Promise<void> {
  const stat = await statIfThere(file);
  if (stat === null || (stat.mode & 0o77n) === 0n) return;
  try {
    await chmod(file, 0o600);
  } catch (error) {
    const detail = `others can read this secret, and that cannot be changed (${systemCode(error)})`;
    throw new ForkpointError('unreadable-file', { where: file, detail }, { cause: error });
  }
}

async function makeSecret(file: string, disk: DiskCalls): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  try {
    return await keptSecret(secret, file, disk);
  } catch (error) {
    if (!cannotBeWritten.includes(systemCode(error) ?? '')) throw error;
    return secret;
  }
}

const cannotBeWritten = ['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'];

/** The file appears whole or not at all: a link never replaces the file of a process that was quicker. */
async function keptSecret(secret: string, file: string, disk: DiskCalls): Promise<string> {
  const temporary = temporaryPathBeside(file);
  try {
    const handle = await disk.open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(`${secret}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await disk.link(temporary, file);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    const other = await readSecret(file);
    if (other !== null) return other;
    await disk.rename(temporary, file);
  } finally {
    await removeIfThere(temporary, disk);
  }
  return secret;
}

async function removeIfThere(file: string, disk: DiskCalls): Promise<void> {
  try {
    await disk.unlink(file);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'EROFS') throw error;
  }
}
