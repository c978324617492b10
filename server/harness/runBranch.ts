import type { Outcome } from '../../shared/branch.ts';
import { isForkpointError, problemFromError } from '../../shared/errors.ts';
import type { Question } from '../../shared/gate.ts';
import type { BranchChange, BranchLock } from '../store/runStore.ts';
import type { BranchRun } from './branchRun.ts';
import { SimulatedCrash } from './crash.ts';
import { reached, refuseUnknownCost, startTimeLimit, type TimeLimit } from './limits.ts';
import { turnRecorder } from './recordTurn.ts';
import { captureAtRest, captureAtStart } from './restCapture.ts';
import { type BranchStart, startOfBranch } from './startBranch.ts';
import { isStopError } from './stop.ts';
import { type LoopEnd, type LoopParts, playUntilRest } from './turnLoop.ts';

/** How a branch came to rest. While it waits for the person it keeps no outcome: the open questions say so. */
export type Rest = Outcome | { scene: string; state: 'waiting'; questions: Question[] };

/**
 * Runs a branch from its head until it comes to rest, and keeps how it did so as the branch's outcome. Nothing is sent
 * or run before the scene it follows from is saved. After a stop the head is a scene that can be resumed; calls that it
 * leaves without results are reconciled first.
 * @throws ForkpointError before `onStarted`, with nothing begun: `branch-locked`, `nothing-to-do`, `damaged-scene`,
 *   `no-price`, or what saving turn 0 met with; SimulatedCrash where the run is made to die
 */
export async function runBranch(run: BranchRun): Promise<Rest> {
  refuseUnknownCost(run.limits, run.price ?? null, run.settings.model);
  const lock = await run.branch.lock();
  try {
    const { head, input, pending } = await startOrGiveBack(run, lock);
    run.onStarted?.();
    const from = await captureAtStart(run, head);
    const time = startTimeLimit(run.signal, run.limits.seconds);
    const recorder = turnRecorder(run, head, from);
    const parts = { run, lock, recorder, signal: time.signal, input, pending };
    const end = await endOf(parts, time).finally(time.clear);
    const last = recorder.head();
    const scene = last.row.id;
    const isAtStart = scene === head.row.id;
    const files = await captureAtRest(run, last, isAtStart ? from : (last.row.capture?.id ?? null));
    if (end.state === 'waiting') {
      if (files.restCaptures) await keepRest(run, files);
      return { scene, ...end };
    }
    const outcome = { scene, ...end, at: new Date().toISOString() };
    await keepRest(run, { ...files, outcome });
    return outcome;
  } finally {
    await lock.release();
  }
}

/** Where a process that fell silent may still be running a call, its lock is its own again. */
async function startOrGiveBack(run: BranchRun, lock: BranchLock): Promise<BranchStart> {
  try {
    return await startOfBranch(run, lock);
  } catch (error) {
    if (isForkpointError(error, 'branch-locked')) await lock.giveBack();
    throw error;
  }
}

/** A branch that ends on an error is no success: whatever is thrown becomes `failed`, with the problem. */
async function endOf(parts: LoopParts, time: TimeLimit): Promise<LoopEnd> {
  const { limits, onUnexpected } = parts.run;
  try {
    return await playUntilRest(parts);
  } catch (error) {
    if (error instanceof SimulatedCrash) throw error;
    if (isStopError(error) && time.signal.aborted) {
      if (!time.isOver() || limits.seconds === null) return { state: 'stopped', problem: null };
      return { state: 'limit', problem: reached('seconds', limits.seconds) };
    }
    if (!isForkpointError(error)) onUnexpected?.(error);
    return { state: 'failed', problem: problemFromError(error) };
  }
}

/** On a full disk or a lost branch the outcome cannot be kept either; the branch then shows as interrupted, as it is. */
async function keepRest(run: BranchRun, change: BranchChange): Promise<void> {
  try {
    await run.branch.update(change);
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    run.onUnexpected?.(error);
  }
}
