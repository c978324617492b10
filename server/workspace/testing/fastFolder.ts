import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new empty folder, in memory where there is such a disk: acts on files wait for a real one a dozen times each, and
 * a killed process loses nothing of what it wrote to either. The caller removes it.
 */
export async function fastFolder(): Promise<string> {
  const disk = existsSync('/dev/shm') ? '/dev/shm' : await realpath(tmpdir());
  return await mkdtemp(join(disk, 'forkpoint-'));
}

/** Removes a folder of a test's own with all in it, also what is closed to writing. */
export async function removeFolder(folder: string): Promise<void> {
  const open = async (path: Buffer): Promise<void> => {
    await chmod(path, 0o700);
    for (const entry of await readdir(path, { withFileTypes: true, encoding: 'buffer' })) {
      if (entry.isDirectory()) await open(Buffer.concat([path, Buffer.from('/'), entry.name]));
    }
  };
  await open(Buffer.from(folder));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
