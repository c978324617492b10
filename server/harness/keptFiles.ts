import { chmod, mkdir, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isForkpointError } from '../../shared/errors.ts';
import { writeError } from '../disk/diskCalls.ts';
import { listIfThere, readIfThere } from '../disk/readIfThere.ts';
import { isTemporaryName } from '../disk/temporaryName.ts';
import { syncFolder, writeFileAtomic, writeFileExclusive } from '../disk/writeFileAtomic.ts';
import { ToolFailure } from '../tools/toolFailure.ts';
import { pathForWriting } from '../tools/workspacePath.ts';
import type { FileNote } from './noteFiles.ts';

/** Bytes of larger files are not kept; what a call that was cut short did to them cannot be put back. */
export const KEPT_LIMIT_BYTES = 32 * 1024 * 1024;

/** Where the bytes of files lie that calls were about to touch, named by their SHA-256. */
export function keptFilesFolder(runFolder: string): string {
  return join(runFolder, 'captures', 'calls');
}

/**
 * Keeps bytes under their digest, durable when it resolves. A folder that cannot be written keeps none: what a call that
 * is cut short did to them can then not be put back, and the call's end is told as unknown. A full disk stops the call.
 * @throws ForkpointError `disk-full`
 */
export async function keepBytes(folder: string, digest: string, bytes: Uint8Array): Promise<void> {
  try {
    if ((await mkdir(folder, { recursive: true })) !== undefined) await syncFolder(dirname(folder));
    await writeFileExclusive(join(folder, digest), bytes);
  } catch (error) {
    const problem = isForkpointError(error) ? error : writeError(error, folder);
    if (problem.code !== 'already-saved' && problem.code !== 'write-failed') throw problem;
  }
}

/** Whether all of these files can be put back to what was noted of them. */
export async function canPutBack(folder: string, notes: readonly FileNote[]): Promise<boolean> {
  const answers = notes.map(async ({ digest, kind }) =>
    digest === null ? kind === undefined : (await readIfThere(join(folder, digest))) !== null,
  );
  return (await Promise.all(answers)).every(Boolean);
}

/**
 * Makes files again what was noted of them: their bytes and permission bits; one that was not there goes. Nothing is
 * written through a link.
 * @throws ToolFailure where a link stands in the way now; ForkpointError `disk-full`, `write-failed`
 */
export async function putBack(workspace: string, folder: string, notes: readonly FileNote[]): Promise<void> {
  for (const { path, digest, mode } of notes) {
    const absolute = await pathForWriting(workspace, path);
    if (digest === null) {
      await unlink(absolute);
      await syncFolder(dirname(absolute));
      continue;
    }
    const bytes = await readIfThere(join(folder, digest));
    if (bytes === null) continue;
    await mkdir(dirname(absolute), { recursive: true });
    await writeFileAtomic(absolute, bytes);
    await chmod(absolute, typeof mode === 'number' ? mode : 0o644);
  }
}

/** Removes what a killed write of these files left beside them; never outside of the workspace. */
export async function sweepBeside(workspace: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const absolute = await pathInside(workspace, path);
    if (absolute === null) continue;
    const folder = dirname(absolute);
    const names = ((await listIfThere(folder)) ?? []).map(entry => entry.name);
    const left = names.filter(name => name.startsWith(`.${basename(absolute)}.`) && isTemporaryName(name));
    for (const name of left) await rm(join(folder, name), { force: true });
  }
}

/** Null where tools do not write either: outside, or through a link. */
async function pathInside(workspace: string, path: string): Promise<string | null> {
  try {
    return await pathForWriting(workspace, path);
  } catch (error) {
    if (error instanceof ToolFailure) return null;
    throw error;
  }
}
