import { setTimeout as sleep } from 'node:timers/promises';
import { ForkpointError } from '../../shared/errors.ts';
import type { BranchStore } from '../store/runStore.ts';
import type { RunIndex } from './runIndex.ts';
import type { Runner } from './runner.ts';
import { clearStopRequest, ownerOf, requestOf, requestStop } from './stopRequests.ts';
import { queueOf } from './waitingMarks.ts';

const STOP_WITHIN_SECONDS = 10;
const LOOK_EVERY_MS = 100;

/** What a stop has done. */
export interface Stopped {
  /** The branches that ran and now stand still. */
  stopped: string[];
  /** Those that waited for their turn and are out of the queue. */
  dropped: string[];
}

/**
 * Stops one branch of a run or all, whichever process runs them or lets them wait for their turn.
 * @throws ForkpointError `no-such-run`, `no-such-branch`, `read-only`, `not-running`, `still-running`
 */
export async function stopRun(
  { index, runner }: { index: RunIndex; runner: Runner },
  run: string,
  branch?: string,
): Promise<Stopped> {
  const store = await index.store(run);
  const names = await store.branchNames();
  if (branch !== undefined && !names.includes(branch))
    throw new ForkpointError('no-such-branch', { run, branch });
  const folder = await index.folderOf(run);
  const owned = branch === undefined ? names : [branch];
  const busy = await those(owned, name => isAtWork(folder, name));
  const here = await runner.stop(run, branch);
  // One that was resumed here by hand may wait for its turn in another process all the same.
  const elsewhere = await those(
    busy,
    async name => !here.includes(name) || (await queueOf(folder, name)) !== null,
  );
  const ends = await Promise.all(
    elsewhere.map(async name => {
      const before = await outcomeAt(store.branch(name));
      const wasRunning = await stopElsewhere(folder, run, name, branch === undefined);
      const hasRun = wasRunning || (await outcomeAt(store.branch(name))) !== before;
      return { name, end: hasRun ? ('stopped' as const) : ('dropped' as const) };
    }),
  );
  const ended = (end: keyof Stopped) => ends.filter(entry => entry.end === end).map(({ name }) => name);
  const stopped = [...new Set([...here, ...ended('stopped')])];
  const done: Stopped = { stopped, dropped: ended('dropped').filter(name => !here.includes(name)) };
  if (done.stopped.length + done.dropped.length === 0) throw new ForkpointError('not-running', { run });
  return done;
}

async function those(names: readonly string[], are: (name: string) => Promise<boolean>): Promise<string[]> {
  const found = await Promise.all(names.map(async name => ((await are(name)) ? [name] : [])));
  return found.flat();
}

/** The queue is asked first: a branch leaves it only once it runs. */
async function isAtWork(folder: string, branch: string): Promise<boolean> {
  return (await queueOf(folder, branch)) !== null || (await ownerOf(folder, branch)) !== null;
}

/** When a branch came to rest the last time, or null. One that began only to be stopped is known by it. */
async function outcomeAt(branch: BranchStore): Promise<string | null> {
  return (await branch.record()).outcome?.at ?? null;
}

/**
 * A start clears what was asked before it: the request is made until it is obeyed.
 * @returns whether the branch was seen to run meanwhile
 */
async function stopElsewhere(
  folder: string,
  run: string,
  branch: string,
  isOfRun: boolean,
): Promise<boolean> {
  let wasRunning = false;
  const deadline = Date.now() + STOP_WITHIN_SECONDS * 1000;
  while (await isAtWork(folder, branch)) {
    wasRunning ||= (await ownerOf(folder, branch)) !== null;
    if (Date.now() > deadline)
      throw new ForkpointError('still-running', { run, seconds: STOP_WITHIN_SECONDS });
    if ((await requestOf(folder, branch)) === null) await requestStop(folder, branch, isOfRun);
    await sleep(LOOK_EVERY_MS);
  }
  await clearStopRequest(folder, branch);
  return wasRunning;
}
