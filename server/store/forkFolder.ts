import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BRANCH_VERSION,
  type BranchRecord,
  branchFolderName,
  branchFromFolderName,
  MAIN,
} from '../../shared/branch.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { acquireLock, type FileLock } from '../disk/lock.ts';
import { writeNewFolder } from '../disk/newFolder.ts';
import { listIfThere } from '../disk/readIfThere.ts';
import { sweepLeftovers } from '../disk/sweep.ts';
import { isTemporaryName } from '../disk/temporaryName.ts';
import { branchFileName } from '../sources/branchRecord.ts';

/** A fork before it is there. */
export interface NewFork extends Pick<BranchRecord, 'name' | 'effects' | 'settings'> {
  parent: string;
  /** Id of the scene it starts from, which is its origin and its head. */
  scene: string;
  fileName: string;
  bytes: Uint8Array;
}

/**
 * Makes the folder of a fork, complete or not at all: a copy of its first scene, an empty ledger, its record.
 * @param runFolder the folder in which the branch folders lie
 * @throws ForkpointError `name-taken` (letters' case makes no difference), `disk-full`, `write-failed`
 */
export async function writeFork(runFolder: string, fork: NewFork): Promise<void> {
  const record: BranchRecord = {
    version: BRANCH_VERSION,
    name: fork.name,
    parent: fork.parent,
    origin: fork.scene,
    moves: [],
    head: fork.scene,
    effects: fork.effects,
    settings: fork.settings,
    pendingInput: null,
    outcome: null,
  };
  const lock = await acquirePatiently(join(runFolder, runLockName), fork.name);
  try {
    await refuseTaken(runFolder, fork.name);
    await lock.check();
    await writeNewFolder(join(runFolder, branchFolderName(fork.name)), {
      [fork.fileName]: fork.bytes,
      'effects.json': '[]',
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

/** What branches share is held for moments only: waiting a little is better than refusing. */
async function acquirePatiently(path: string, subject: string): Promise<FileLock> {
  for (let waits = 0; ; waits++) {
    try {
      return await acquireLock(path, subject);
    } catch (error) {
      if (!isForkpointError(error, 'branch-locked') || waits >= 100) throw error;
      await sleep(50);
    }
  }
}
