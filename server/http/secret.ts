import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, link, open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ForkpointError } from '../../shared/errors.ts';

const secretPattern = /^[A-Za-z0-9_-]{32,200}$/;
const OWN_SECRET_LENGTH = 16;

/**
 * The secret that every request must bring: `FORKPOINT_SECRET` where it is set, else the one in the data folder's
 * file `secret` (0600), made on first use. Two processes that start at once end up with the same one.
 * @throws ForkpointError `bad-request` for a secret of the person's own that is too short
 */
export async function secretOf(dataFolder: string, own: string | undefined): Promise<string> {
  if (own !== undefined) {
    if (own.length >= OWN_SECRET_LENGTH) return own;
    const detail = `FORKPOINT_SECRET needs at least ${OWN_SECRET_LENGTH} characters`;
    throw new ForkpointError('bad-request', { detail });
  }
  const file = join(dataFolder, 'secret');
  return (await readSecret(file)) ?? (await makeSecret(dataFolder, file));
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

async function readSecret(file: string): Promise<string | null> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  await chmod(file, 0o600);
  return secretPattern.test(text) ? text : null;
}

/** The file appears whole or not at all: a link never replaces the file of a process that was quicker. */
async function makeSecret(dataFolder: string, file: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const temporary = join(dataFolder, `.secret-${randomBytes(6).toString('hex')}`);
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const other = await readSecret(file);
    if (other !== null) return other;
    await rename(temporary, file);
    return secret;
  } finally {
    await unlink(temporary).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  return secret;
}
