import { ForkpointError, isForkpointError, type Problem, problemFromError } from '../../shared/errors.ts';
import type { FanOutBody, FanOutPlan, FanOutReceipt } from '../../shared/fanOut.ts';
import { SimulatedCrash } from '../harness/crash.ts';
import type { ActingRun } from './actingRun.ts';
import { forkBodyOf } from './fanOutPlan.ts';
import { forkRun } from './moveRun.ts';

/** What became of one branch that a fan-out was to have. */
export type Made = FanOutReceipt['branches'][number];

interface MakingParts {
  /** The fan-out. */
  id: string;
  /** Asked before each branch. */
  isHalted(): boolean;
  /** A branch is there. The next one waits for it. */
  onMade(name: string): Promise<void>;
  onError(error: unknown): void;
}

const haltedProblem: Problem = { code: 'fan-out-stopped', params: {} };

/**
 * Forks the branches of a fan-out one after the other. One that cannot be made is reported, and the others are made.
 * @throws ForkpointError `simulated-crash`
 */
export async function makeBranches(
  run: ActingRun,
  branch: string,
  body: FanOutBody,
  plan: FanOutPlan,
  { id, isHalted, onMade, onError }: MakingParts,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, wish] of body.branches.entries()) {
    const problem = isHalted() ? haltedProblem : (plan.branches[index]?.problem ?? null);
    const mark = { id, place: index + 1, of: body.branches.length, atOnce: plan.atOnce };
    const entry = problem
      ? notMade(wish.name, problem)
      : await forked(onError, run, branch, forkBodyOf(body, wish), mark);
    made.push(entry);
    if (entry.receipt !== null) await onMade(wish.name);
  }
  return made;
}

async function forked(
  onError: MakingParts['onError'],
  ...[run, branch, body, mark]: Required<Parameters<typeof forkRun>>
): Promise<Made> {
  const { name } = body;
  try {
    const receipt = await forkRun(run, branch, body, mark);
    return { name, receipt: { ...receipt, started: false }, isWaiting: false, problem: null };
  } catch (error) {
    // As if killed: what is there by then waits for a person, and nothing more is made.
    if (error instanceof SimulatedCrash)
      throw new ForkpointError('simulated-crash', { label: error.label }, { cause: error });
    if (!isForkpointError(error)) onError(error);
    return notMade(name, problemFromError(error));
  }
}

function notMade(name: string, problem: Made['problem']): Made {
  return { name, receipt: null, isWaiting: false, problem };
}
