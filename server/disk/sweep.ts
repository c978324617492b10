import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from './diskCalls.ts';
import { listIfThere } from './readIfThere.ts';
import { isTemporaryName } from './temporaryName.ts';

/**
 * Removes what killed writers of ours left in a folder. Only while acting, and only where whoever could be writing
 * here is kept out by a lock; `olderThanMs` stands in where there is none.
 */
export async function sweepLeftovers(folder: string, olderThanMs = 0): Promise<void> {
  for (const { name } of (await listIfThere(folder)) ?? []) {
    if (!isTemporaryName(name) && !isPermit(name)) continue;
    // Other takers of a lock come and go beside its holder.
    const isOfLock = /^\.((run|waiting)\.)?lock\./.test(name);
    const ageMs = await ageOf(join(folder, name));
    if (ageMs !== null && ageMs >= (isOfLock ? 60_000 : olderThanMs)) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  }
}

function isPermit(name: string): boolean {
  return /^\.((run|waiting)\.)?lock\..*\.taken$/.test(name);
}

async function ageOf(path: string): Promise<number | null> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
