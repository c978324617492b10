import type { Outcome } from '../../shared/branch.ts';
import { isForkpointError, problemFromError } from '../../shared/errors.ts';
import type { BranchRun } from './branchRun.ts';
import type { Ending } from './endings.ts';
import { reached, refuseUnknownCost, startTimeLimit, type TimeLimit } from './limits.ts';
import { turnRecorder } from './recordTurn.ts';
import { startOfBranch } from './startBranch.ts';
import { isStopError } from './stop.ts';
import { type LoopParts, playUntilRest } from './turnLoop.ts';

/**
 * Runs a `live` branch from its head until it comes to rest, and keeps how it did so as the branch's outcome.
 * Nothing is sent or run before the scene it follows from is saved. After a stop the head is a scene that can be resumed.
 * @throws ForkpointError before `onStarted`, with nothing begun: `branch-locked`, `mode-not-runnable`, `needs-resume`,
 *   `nothing-to-do`, `damaged-scene`, `no-price`, or what saving turn 0 met with
 */
export async function runBranch(run: BranchRun): Promise<Outcome> {
  refuseUnknownCost(run.limits, run.price ?? null, run.settings.model);
  const lock = await run.branch.lock();
  try {
    const start = await startOfBranch(run.branch, run.task);
    run.onStarted?.();
    const time = startTimeLimit(run.signal, run.limits.seconds);
    const recorder = turnRecorder(run.branch, start.head);
    const parts = { run, lock, recorder, signal: time.signal, input: start.input };
    const ending = await endingOf(parts, time).finally(time.clear);
    const outcome = { scene: recorder.head().row.id, ...ending, at: new Date().toISOString() };
    await keepOutcome(run, outcome);
    return outcome;
  } finally {
    await lock.release();
  }
}

/** A branch that ends on an error is no success: whatever is thrown becomes `failed`, with the problem. */
async function endingOf(parts: LoopParts, time: TimeLimit): Promise<Ending> {
  const { limits, onUnexpected } = parts.run;
  try {
    return await playUntilRest(parts);
  } catch (error) {
    if (isStopError(error) && time.signal.aborted) {
      if (!time.isOver() || limits.seconds === null) return { state: 'stopped', problem: null };
      return { state: 'limit', problem: reached('seconds', limits.seconds) };
    }
    if (!isForkpointError(error)) onUnexpected?.(error);
    return { state: 'failed', problem: problemFromError(error) };
  }
}

/** On a full disk or a lost branch the outcome cannot be kept either; the branch then shows as interrupted, as it is. */
async function keepOutcome(run: BranchRun, outcome: Outcome): Promise<void> {
  try {
    await run.branch.update({ outcome });
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    run.onUnexpected?.(error);
  }
}
