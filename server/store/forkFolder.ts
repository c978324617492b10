import { join } from 'node:path';
import { type BranchRecord, branchFolderName, branchFromFolderName, MAIN } from '../../shared/branch.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { ledgerFileName } from '../disk/ledger.ts';
import { acquireLock, acquireLockPatiently, type FileLock } from '../disk/lock.ts';
import { writeNewFolder } from '../disk/newFolder.ts';
import { listIfThere } from '../disk/readIfThere.ts';
import { sweepLeftovers } from '../disk/sweep.ts';
import { isTemporaryName } from '../disk/temporaryName.ts';
import { branchFileName } from '../sources/branchRecord.ts';
import type { SceneFile } from './branchFolder.ts';

/**
 * Makes the folder of a fork, complete or not at all: its first scene, an empty ledger, its record.
 * @param runFolder the folder in which the branch folders lie
 * @throws ForkpointError `name-taken` (letters' case makes no difference), `disk-full`, `write-failed`
 */
export async function writeFork(runFolder: string, record: BranchRecord, first: SceneFile): Promise<void> {
  const { name } = record;
  const lock = await acquireLockPatiently(join(runFolder, runLockName), name);
  try {
    await refuseTaken(runFolder, name);
    await lock.check();
    await writeNewFolder(join(runFolder, branchFolderName(name)), {
      [first.fileName]: first.bytes,
      [ledgerFileName]: '[]',
      [branchFileName]: JSON.stringify(record, null, 2),
    });
  } finally {
    await lock.release();
  }
}

/** Removes forks that killed writers did not finish, unless somebody is making one right now. */
export async function sweepForks(runFolder: string): Promise<void> {
  const entries = (await listIfThere(runFolder)) ?? [];
  if (!entries.some(entry => isTemporaryName(entry.name))) return;
  let lock: FileLock;
  try {
    lock = await acquireLock(join(runFolder, runLockName), MAIN);
  } catch (error) {
    if (isForkpointError(error, 'branch-locked')) return;
    throw error;
  }
  try {
    await sweepLeftovers(runFolder);
  } finally {
    await lock.release();
  }
}

const runLockName = 'run.lock';

async function refuseTaken(runFolder: string, name: string): Promise<void> {
  const folders = ((await listIfThere(runFolder)) ?? []).map(entry => entry.name);
  const names = [MAIN, ...folders.flatMap(folder => branchFromFolderName(folder.toLowerCase()) ?? [])];
  if (names.includes(name.toLowerCase())) throw new ForkpointError('name-taken', { name });
}
