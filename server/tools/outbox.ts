import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isForkpointError } from '../../shared/errors.ts';
import { listIfThere } from '../disk/readIfThere.ts';
import { syncFolder, writeFileExclusive } from '../disk/writeFileAtomic.ts';
import { refuseLinkedFolder } from './ownFolders.ts';

/** The folder of a run's mails: no rewind and no fork changes it back. */
const OUTBOX = 'outbox';

/**
 * Puts one mail into the run's outbox under the next free number (`mail-0007.eml`). Of two writers each gets its own.
 * Returns the file's path from the run's folder.
 * @throws ToolFailure where the outbox is a link; ForkpointError `disk-full`, `write-failed`
 */
export async function putIntoOutbox(runFolder: string, mail: Uint8Array): Promise<string> {
  const folder = join(runFolder, OUTBOX);
  await refuseLinkedFolder(runFolder, folder);
  if ((await mkdir(folder, { recursive: true })) !== undefined) await syncFolder(runFolder);
  for (let number = (await lastNumber(folder)) + 1; ; number += 1) {
    const name = `mail-${String(number).padStart(4, '0')}.eml`;
    try {
      await writeFileExclusive(join(folder, name), mail);
      return `${OUTBOX}/${name}`;
    } catch (error) {
      if (!isForkpointError(error, 'already-saved')) throw error;
    }
  }
}

async function lastNumber(folder: string): Promise<number> {
  const entries = (await listIfThere(folder)) ?? [];
  const numbers = entries.map(entry => Number(/^mail-(\d+)\.eml$/.exec(entry.name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}
