import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { branchFolderName } from '../../shared/branch.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { liveOwner } from '../disk/lock.ts';
import { statIfThere } from '../disk/readIfThere.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import type { Runner } from './runner.ts';

/**
 * How a process stops a branch that another one runs: it leaves a file in the branch's folder, and the process that
 * runs the branch looks for it. A signal would be quicker, but a process number may be another's by now, and the
 * owner may live on another machine.
 */
const FILE = 'stop-request.json';
const LOOK_EVERY_MS = 300;

/** Asks whoever runs a branch to stop it. */
export async function requestStop(runFolder: string, branch: string): Promise<void> {
  const request = { at: new Date().toISOString(), pid: process.pid };
  await writeFileAtomic(requestFile(runFolder, branch), `${JSON.stringify(request)}\n`);
}

/** Takes a request back, answered or not. */
export async function clearStopRequest(runFolder: string, branch: string): Promise<void> {
  try {
    await unlink(requestFile(runFolder, branch));
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

/** Who runs a branch right now, for people, or null. */
export function ownerOf(runFolder: string, branch: string): Promise<string | null> {
  return liveOwner(join(runFolder, branchFolderName(branch), 'lock'));
}

/** The runner, with each branch that it starts open to requests of other processes. */
export function obeyingStopRequests(
  runner: Runner,
  folderOf: (run: string) => Promise<string>,
  onError: (error: unknown) => void,
): Runner {
  const look = async (run: string, branch: string) => {
    const folder = await folderOf(run);
    while ((await ownerOf(folder, branch)) !== null) {
      if ((await statIfThere(requestFile(folder, branch))) !== null) await runner.stop(run, branch);
      await sleep(LOOK_EVERY_MS, undefined, { ref: false });
    }
    await clearStopRequest(folder, branch);
  };
  return {
    stop: (run, branch) => runner.stop(run, branch),
    stopAll: () => runner.stopAll(),
    onDraft: listener => runner.onDraft(listener),
    async start(run, branch, options) {
      await clearStopRequest(await folderOf(run), branch);
      await runner.start(run, branch, options);
      look(run, branch).catch(onError);
    },
  };
}

function requestFile(runFolder: string, branch: string): string {
  return join(runFolder, branchFolderName(branch), FILE);
}
