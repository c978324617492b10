import { isForkpointError } from '../../shared/errors.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { openRegularFile, readIfThere } from '../disk/readIfThere.ts';
import { parseCheckpoint } from './checkpointEntry.ts';
import { inspectFile } from './inspectFile.ts';
import type { FoundCheckpoint } from './readBranchFolder.ts';
import type { Scene } from './runSource.ts';

/** How much of a damaged file is shown. */
const rawLimitBytes = 64 * 1024;

/**
 * Reads a scene whole.
 * @param root the real path of the opened folder
 * @returns null where the file is no longer what its row says: moved, replaced, or readable now
 */
export async function readScene(row: SceneRow, found: FoundCheckpoint, root: string): Promise<Scene | null> {
  if (row.problem !== null) return await readDamaged(row, found, root);
  try {
    if ((await inspectFile(found.path, root)) === null) return null;
    const bytes = await readIfThere(found.path);
    if (bytes === null) return null;
    const { checkpoint, id } = parseCheckpoint(bytes, found.fileName, found.file);
    return id === found.entry.id ? { row, checkpoint, raw: null, lines: [] } : null;
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return null;
  }
}

/** The first part of the bytes as text, whatever they are; nothing where they cannot be read at all. */
async function readDamaged(row: SceneRow, found: FoundCheckpoint, root: string): Promise<Scene | null> {
  try {
    if ((await inspectFile(found.path, root)) === null) return null;
    return { row, checkpoint: null, raw: await firstPart(found.path), lines: [] };
  } catch (error) {
    if (!isForkpointError(error) && systemCode(error) === null) throw error;
    return { row, checkpoint: null, raw: null, lines: [] };
  }
}

async function firstPart(path: string): Promise<string> {
  const handle = await openRegularFile(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(rawLimitBytes), 0, rawLimitBytes, 0);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
