import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ForkpointError } from '../../shared/errors.ts';
import { type DiskCalls, realDisk, systemCode, writeError } from './diskCalls.ts';
import { temporaryPathBeside } from './temporaryName.ts';

/**
 * Writes a whole file so that a reader, also after a crash at any instant, sees the old bytes or the new ones:
 * temporary file in the same folder, fsync, rename, fsync of the folder.
 * @throws ForkpointError `disk-full` or `write-failed`; the old file is then as it was and nothing is left beside it
 */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  disk: DiskCalls = realDisk,
): Promise<void> {
  await throughTemporary(path, data, disk, async temporary => {
    await renameWithRetries(temporary, path, disk);
  });
}

/**
 * Writes a whole file under a name that nobody holds yet, and never replaces one. Atomic as `writeFileAtomic`.
 * @throws ForkpointError `already-saved`, `disk-full`, `write-failed`
 */
export async function writeFileExclusive(
  path: string,
  data: string | Uint8Array,
  disk: DiskCalls = realDisk,
): Promise<void> {
  await throughTemporary(path, data, disk, async temporary => {
    if (await linked(temporary, path, disk)) await disk.unlink(temporary);
    else await claimAndRename(temporary, path, disk);
  });
}

/**
 * Writes a new file and its bytes to disk; for files of a folder that readers do not see yet. The folder itself is
 * not synced. Fails where the name is taken.
 */
export async function writeNewFile(
  path: string,
  data: string | Uint8Array,
  disk: DiskCalls = realDisk,
): Promise<void> {
  const handle = await disk.open(path, 'wx');
  try {
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes names made, changed or removed in a folder survive power loss. Does nothing where folders cannot be synced. */
export async function syncFolder(folder: string, disk: DiskCalls = realDisk): Promise<void> {
  try {
    const handle = await disk.open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Windows opens no folders, and some network disks sync none: there the rename itself has to do.
    if (!['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'].includes(systemCode(error) ?? '')) throw error;
  }
}

/** Renames, and tries again for a second or so where a virus scanner or an indexer holds the file (Windows). */
export async function renameWithRetries(from: string, to: string, disk: DiskCalls = realDisk): Promise<void> {
  for (let waitMs = 5; ; waitMs *= 2) {
    try {
      return await disk.rename(from, to);
    } catch (error) {
      const isHeld = ['EPERM', 'EBUSY', 'EACCES'].includes(systemCode(error) ?? '');
      if (!isHeld || waitMs > 400) throw error;
      await sleep(waitMs);
    }
  }
}

async function throughTemporary(
  path: string,
  data: string | Uint8Array,
  disk: DiskCalls,
  publish: (temporary: string) => Promise<void>,
) {
  const temporary = temporaryPathBeside(path);
  try {
    await writeNewFile(temporary, data, disk);
    await publish(temporary);
    await syncFolder(dirname(path), disk);
  } catch (error) {
    await removeOwn(temporary, disk);
    throw writeError(error, path);
  }
}

async function removeOwn(temporary: string, disk: DiskCalls) {
  try {
    await disk.unlink(temporary);
  } catch (error) {
    // Gone already, or a disk so broken that the first error says more than this one would.
    if (systemCode(error) === null) throw error;
  }
}

/** A hard link never replaces. False where the disk has none. */
async function linked(temporary: string, path: string, disk: DiskCalls): Promise<boolean> {
  try {
    await disk.link(temporary, path);
    return true;
  } catch (error) {
    const code = systemCode(error) ?? '';
    if (code === 'EEXIST') throw new ForkpointError('already-saved', { file: path }, { cause: error });
    if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL'].includes(code)) return false;
    throw error;
  }
}

/** Without hard links: an exclusively made claim beside the name keeps other writers of ours out for the rename. */
async function claimAndRename(temporary: string, path: string, disk: DiskCalls) {
  if (await isThere(path, disk)) throw new ForkpointError('already-saved', { file: path });
  const claim = join(dirname(path), `.${basename(path)}.000000000000.tmp`);
  try {
    await (await disk.open(claim, 'wx')).close();
  } catch (error) {
    if (systemCode(error) === 'EEXIST')
      throw new ForkpointError('already-saved', { file: path }, { cause: error });
    throw error;
  }
  try {
    if (await isThere(path, disk)) throw new ForkpointError('already-saved', { file: path });
    await renameWithRetries(temporary, path, disk);
  } finally {
    await removeOwn(claim, disk);
  }
}

async function isThere(path: string, disk: DiskCalls): Promise<boolean> {
  try {
    await (await disk.open(path, 'r')).close();
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}
