import { setTimeout as sleep } from 'node:timers/promises';
import { ForkpointError } from '../../shared/errors.ts';
import type { RunIndex } from './runIndex.ts';
import type { Runner } from './runner.ts';
import { clearStopRequest, ownerOf, requestStop } from './stopRequests.ts';

const STOP_WITHIN_SECONDS = 10;
const LOOK_EVERY_MS = 100;

/**
 * Stops one branch of a run or all, whichever process runs them; gives the branches that now stand still.
 * @throws ForkpointError `no-such-run`, `no-such-branch`, `read-only`, `not-running`, `still-running`
 */
export async function stopRun(
  { index, runner }: { index: RunIndex; runner: Runner },
  run: string,
  branch?: string,
): Promise<string[]> {
  const store = await index.store(run);
  const names = await store.branchNames();
  if (branch !== undefined && !names.includes(branch))
    throw new ForkpointError('no-such-branch', { run, branch });
  const folder = await index.folderOf(run);
  const owned = branch === undefined ? names : [branch];
  const running = await Promise.all(
    owned.map(async name => ((await ownerOf(folder, name)) === null ? [] : [name])),
  );
  const here = await runner.stop(run, branch);
  const elsewhere = running.flat().filter(name => !here.includes(name));
  await Promise.all(elsewhere.map(name => stopElsewhere(folder, run, name, branch === undefined)));
  const stopped = [...here, ...elsewhere];
  if (stopped.length === 0) throw new ForkpointError('not-running', { run });
  return stopped;
}

async function stopElsewhere(folder: string, run: string, branch: string, isOfRun: boolean): Promise<void> {
  await requestStop(folder, branch, isOfRun);
  const deadline = Date.now() + STOP_WITHIN_SECONDS * 1000;
  while ((await ownerOf(folder, branch)) !== null) {
    if (Date.now() > deadline)
      throw new ForkpointError('still-running', { run, seconds: STOP_WITHIN_SECONDS });
    await sleep(LOOK_EVERY_MS);
  }
  await clearStopRequest(folder, branch);
}
