import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { statIfThere } from '../disk/readIfThere.ts';
import { realPathOf } from '../disk/realPath.ts';
import { isInside } from '../sources/inspectFile.ts';
import { readRunRecord } from '../sources/readRunRecord.ts';
import { findRuns } from './findRuns.ts';

/** A folder around the home folder is named by mistake: all of it would be held first. @throws `bad-workspace` */
export async function refuseWide(path: string): Promise<void> {
  if (!isInside(await realPathOrWritten(homedir()), path)) return;
  throw new ForkpointError('bad-workspace', { path, detail: 'it holds the whole home folder' });
}

/**
 * Files go into a workspace as into that of its branch, whose lock and memory keep them apart from what the run does: not
 * into a part of it, and not into what is around it. What lies in the data folder is passed over there.
 * @param runFolder of the run that adopts, wherever it lies
 * @throws ForkpointError `bad-workspace`
 */
export async function refuseWorkspaces(path: string, dataFolder: string, runFolder: string): Promise<void> {
  const runs = (await findRuns(dataFolder, new Map())).map(found => found.path);
  for (const run of new Set([runFolder, ...runs])) {
    for (const workspace of await workspacesOf(run, dataFolder)) {
      const how = isInside(path, workspace) ? 'lies in' : 'holds';
      if (how === 'holds' && !isInside(workspace, path)) continue;
      const detail = `it ${how} ${workspace}, in which a run works`;
      throw new ForkpointError('bad-workspace', { path, detail });
    }
  }
}

/** Where a run works outside the data folder; none where the run cannot be read: it cannot be acted on either. */
async function workspacesOf(runFolder: string, dataFolder: string): Promise<string[]> {
  try {
    const { record } = await readRunRecord(await realPathOf(runFolder));
    const copies = join(runFolder, 'workspaces');
    const written = [record?.workspace ?? [], (await statIfThere(copies)) === null ? [] : copies].flat();
    const real = await Promise.all(written.map(realPathOrWritten));
    return real.filter(path => !isInside(path, dataFolder));
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return [];
  }
}

/** A path with its links resolved; one that leads nowhere, as it is written. */
export async function realPathOrWritten(path: string): Promise<string> {
  try {
    return await realPathOf(path);
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return resolve(path);
  }
}
