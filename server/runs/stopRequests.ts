import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { branchFolderName } from '../../shared/branch.ts';
import { isForkpointError } from '../../shared/errors.ts';
import { parseJson } from '../../shared/schema.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { liveOwner } from '../disk/lock.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import type { Runner } from './runner.ts';

/**
 * How a process stops a branch that another one runs: it leaves a file in the branch's folder, and the process that
 * runs the branch looks for it. A signal would be quicker, but a process number may be another's by now, and the
 * owner may live on another machine.
 */
const FILE = 'stop-request.json';
const LOOK_EVERY_MS = 300;

/**
 * Asks whoever runs a branch to stop it.
 * @param isOfRun all of the run is to stop: nothing of it that waits for its turn shall begin either
 */
export async function requestStop(runFolder: string, branch: string, isOfRun = false): Promise<void> {
  const request = { at: new Date().toISOString(), pid: process.pid, of: isOfRun ? 'run' : 'branch' };
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

/**
 * The runner, with each branch that it starts open to requests of other processes.
 * @param onStopOfRun told of a run all of which shall stop, before its branches do
 */
export function obeyingStopRequests(
  runner: Runner,
  folderOf: (run: string) => Promise<string>,
  onError: (error: unknown) => void,
  onStopOfRun: (run: string) => void = () => undefined,
): Runner {
  /** Starts that the runner does not know of yet: what an earlier run was asked is cleared first. */
  const entering = new Set<{ run: string; branch: string; begun: Promise<unknown> }>();
  const ofRun = (run: string) => [...entering].filter(entry => entry.run === run);
  const haveBegun = (entries: readonly { begun: Promise<unknown> }[]) =>
    Promise.allSettled(entries.map(entry => entry.begun));
  const stop: Runner['stop'] = async (run, branch) => {
    await haveBegun(ofRun(run).filter(entry => branch === undefined || entry.branch === branch));
    return await runner.stop(run, branch);
  };
  const look = async (run: string, branch: string) => {
    const folder = await folderOf(run);
    while ((await ownerOf(folder, branch)) !== null) {
      const request = await requestOf(folder, branch);
      if (request === 'run') onStopOfRun(run);
      // A branch that only just starts has no lock yet, so that nobody elsewhere knows to ask for it.
      if (request !== null) await stop(run, request === 'run' ? undefined : branch);
      await sleep(LOOK_EVERY_MS, undefined, { ref: false });
    }
    await clearStopRequest(folder, branch);
  };
  return {
    stop,
    async stopAll() {
      await haveBegun([...entering]);
      await runner.stopAll();
    },
    running: run => [...new Set([...ofRun(run).map(entry => entry.branch), ...runner.running(run)])],
    onRest: listener => runner.onRest(listener),
    onDraft: listener => runner.onDraft(listener),
    async start(run, branch, options) {
      const begin = async () => {
        await clearStopRequest(await folderOf(run), branch);
        // In an object: whoever waits for a branch to be known does not wait until it has started.
        return { start: runner.start(run, branch, options) };
      };
      const entry = { run, branch, begun: begin() };
      entering.add(entry);
      const { start } = await entry.begun.finally(() => entering.delete(entry));
      await start;
      look(run, branch).catch(onError);
    },
  };
}

/** What the request for a branch asks to stop, or null where there is none. A bad one is one all the same. */
export async function requestOf(runFolder: string, branch: string): Promise<'run' | 'branch' | null> {
  const file = requestFile(runFolder, branch);
  const bytes = await readIfThere(file);
  if (bytes === null) return null;
  try {
    return requestSchema.parse(parseJson(bytes.toString('utf8'), file)).of;
  } catch (error) {
    if (!isForkpointError(error) && !(error instanceof z.ZodError)) throw error;
    return 'branch';
  }
}

/** Requests of earlier versions do not say what they are of. */
const requestSchema = z.looseObject({ of: z.enum(['run', 'branch']).catch('branch') });

function requestFile(runFolder: string, branch: string): string {
  return join(runFolder, branchFolderName(branch), FILE);
}
