import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { JournalOpen } from '../../shared/effect.ts';
import { systemCode } from '../disk/diskCalls.ts';

/**
 * The files that a call will touch, with the SHA-256 of their bytes as they are before it runs. Null: not there, or no
 * readable plain file of the workspace (paths come from the model and may lead anywhere).
 * @param paths relative to `workspace`
 */
export function noteFiles(workspace: string, paths: readonly string[]): Promise<JournalOpen['files']> {
  return Promise.all(paths.map(async path => ({ path, digest: await digestOfFile(workspace, path) })));
}

async function digestOfFile(workspace: string, path: string): Promise<string | null> {
  try {
    const root = await realpath(workspace);
    const file = join(root, path);
    const inside = relative(root, await realpath(file));
    if (inside.startsWith(`..${sep}`) || !(await lstat(file)).isFile()) return null;
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    return hash.digest('hex');
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
