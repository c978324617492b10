import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { branchFolderName } from '../../shared/branch.ts';
import { isForkpointError } from '../../shared/errors.ts';
import { acquireLock, type FileLock, liveOwner } from '../disk/lock.ts';
import { clearStopRequest, requestOf } from './stopRequests.ts';

/** Says to other processes which branches wait for their turn in this one. */
export interface WaitingMarks {
  /** Marks a branch; false where it waits in another process. @throws ForkpointError `disk-full`, `write-failed` */
  hold(run: string, branch: string): Promise<boolean>;
  /** Takes a mark away, if there is one. */
  release(run: string, branch: string): Promise<void>;
}

interface MarkParts {
  folderOf(run: string): Promise<string>;
  /** Another process asks that a branch, or without one all of a run, does not begin. */
  onStop(run: string, branch?: string): void;
  onError(error: unknown): void;
}

const LOOK_EVERY_MS = 300;

/**
 * A lock beside the one of whoever runs a branch: `waiting.lock`. It goes only after the branch has been started, so that
 * a branch that is to run is at every moment seen to wait or to run.
 */
export class WaitingLocks implements WaitingMarks {
  readonly #parts: MarkParts;
  readonly #held = new Map<string, FileLock>();

  constructor(parts: MarkParts) {
    this.#parts = parts;
  }

  async hold(run: string, branch: string): Promise<boolean> {
    const key = keyOf(run, branch);
    if (this.#held.has(key)) return true;
    const folder = await this.#parts.folderOf(run);
    // What an earlier run of the branch was asked does not keep it from beginning.
    await clearStopRequest(folder, branch);
    const lock = await lockOrNull(folder, branch);
    if (lock === null) return false;
    this.#held.set(key, lock);
    this.#watch(run, branch, folder, lock).catch(error => this.#parts.onError(error));
    return true;
  }

  async release(run: string, branch: string): Promise<void> {
    const key = keyOf(run, branch);
    const lock = this.#held.get(key);
    this.#held.delete(key);
    await lock?.release();
  }

  async #watch(run: string, branch: string, folder: string, lock: FileLock): Promise<void> {
    while (this.#held.get(keyOf(run, branch)) === lock) {
      const wanted = await requestOf(folder, branch);
      if (wanted === 'run') this.#parts.onStop(run);
      else if (wanted === 'branch') this.#parts.onStop(run, branch);
      await sleep(LOOK_EVERY_MS, undefined, { ref: false });
    }
  }
}

/** In whose queue a branch waits for its turn, for people, or null. */
export function queueOf(runFolder: string, branch: string): Promise<string | null> {
  return liveOwner(markFile(runFolder, branch));
}

async function lockOrNull(runFolder: string, branch: string): Promise<FileLock | null> {
  try {
    return await acquireLock(markFile(runFolder, branch), branch);
  } catch (error) {
    if (isForkpointError(error, 'branch-locked')) return null;
    throw error;
  }
}

function markFile(runFolder: string, branch: string): string {
  return join(runFolder, branchFolderName(branch), 'waiting.lock');
}

function keyOf(run: string, branch: string): string {
  return `${run} ${branch}`;
}
