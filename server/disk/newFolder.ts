import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ForkpointError } from '../../shared/errors.ts';
import { type DiskCalls, realDisk, systemCode, writeError } from './diskCalls.ts';
import { temporaryPathBeside } from './temporaryName.ts';
import { renameWithRetries, syncFolder, writeNewFile } from './writeFileAtomic.ts';

/**
 * Makes a folder with all its files so that readers see the whole of it or nothing: built under a dotted name,
 * renamed last. The caller sees to it that nothing has the name (a rename would replace an empty folder).
 * @param files text or bytes by path below the folder; folders in between are made
 * @throws ForkpointError `already-saved` for a folder that holds something, `disk-full`, `write-failed`; nothing is
 *   left then
 */
export async function writeNewFolder(
  path: string,
  files: Record<string, string | Uint8Array>,
  disk: DiskCalls = realDisk,
): Promise<void> {
  const temporary = temporaryPathBeside(path);
  try {
    const folders = new Set([temporary]);
    await mkdir(temporary);
    for (const [name, data] of Object.entries(files)) {
      const file = join(temporary, name);
      await mkdir(dirname(file), { recursive: true });
      folders.add(dirname(file));
      await writeNewFile(file, data, disk);
    }
    for (const folder of folders) await syncFolder(folder, disk);
    await renameWithRetries(temporary, path, disk);
    await syncFolder(dirname(path), disk);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) {
      throw new ForkpointError('already-saved', { file: path }, { cause: error });
    }
    throw writeError(error, path);
  }
}
