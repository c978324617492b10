import type { ResumeBody } from '../../shared/api.ts';
import { danglingCalls } from '../../shared/calls.ts';
import { type CallDecision, withDecisions } from '../../shared/decision.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import type { BranchChange } from '../store/runStore.ts';
import type { ActingRun } from './actingRun.ts';
import { decisionsFrom } from './changedScene.ts';
import { branchIn } from './movePlace.ts';
import type { Runner } from './runner.ts';

/**
 * Goes on with a branch from its head. The person's words and decisions are kept first, bound to the head, so that they
 * survive whatever happens next.
 * @throws ForkpointError `no-such-branch`, `run-busy`, `bad-request` (a decision about no open call), and what the
 *   runner refuses: `nothing-to-do`, `damaged-scene`, `branch-locked`
 */
export async function resumeRun(
  run: ActingRun,
  runner: Pick<Runner, 'start'>,
  branch: string,
  { say, decide, paceMs }: ResumeBody,
): Promise<void> {
  const row = branchIn(buildRunGraph(await run.store.rows()), run.id, branch);
  if (row.owner !== null) throw new ForkpointError('run-busy', { run: run.id });
  const change = await changeBefore(run, branch, say, decide ?? {});
  if (change !== null) await run.store.branch(branch).update(change);
  await runner.start(run.id, branch, paceMs === undefined ? {} : { paceMs });
}

async function changeBefore(
  run: ActingRun,
  branch: string,
  say: string | undefined,
  decide: Readonly<Record<string, 'did' | 'run'>>,
): Promise<BranchChange | null> {
  const isDecided = Object.keys(decide).length > 0;
  if (say === undefined && !isDecided) return null;
  const store = run.store.branch(branch);
  const head = await store.loadLatest();
  if (!head?.checkpoint) {
    throw new ForkpointError('bad-request', {
      detail: 'this branch has no scene yet to say something after',
    });
  }
  const scene = head.row.id;
  const wanted = Object.entries(decide).map(([id, kind]): [string, CallDecision] => [id, { kind }]);
  const calls = decisionsFrom(Object.fromEntries(wanted), danglingCalls(head.checkpoint.messages));
  const { decisions } = await store.record();
  return {
    ...(say === undefined ? {} : { pendingInput: { scene, text: say } }),
    ...(isDecided ? { decisions: withDecisions(decisions, scene, calls) } : {}),
  };
}
