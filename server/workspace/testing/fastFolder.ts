import { existsSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
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
