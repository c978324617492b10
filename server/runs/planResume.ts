import { callsOfLastReply, duplicateCallId } from '../../shared/calls.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { findProblems, type LegalityContext } from '../../shared/findProblems.ts';
import type { ToolUseBlock } from '../../shared/message.ts';
import { messageModels } from '../../shared/messageModels.ts';
import type { ResumePlan } from '../../shared/plan.ts';
import { type CallFacts, reconcile } from '../../shared/reconcile.ts';
import type { RunRows } from '../../shared/rows.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { callDetail } from '../../shared/sceneRow.ts';
import { toolClassFromName } from '../../shared/toolClass.ts';
import { type PendingParts, pendingTurnOf } from '../harness/pendingCalls.ts';
import { readable } from '../harness/recordTurn.ts';
import type { RunSource } from '../sources/runSource.ts';
import type { ActingRun } from './actingRun.ts';
import { branchIn } from './movePlace.ts';
import { requestTokens } from './nextRequest.ts';

/**
 * What a resume of a branch would do with each call of its head that has no result, and why. Writes nothing.
 * @param desk what its calls are answered with
 * @throws ForkpointError `no-such-branch`, `damaged-scene`
 */
export async function planResume(
  run: Pick<ActingRun, 'id' | 'store'>,
  branch: string,
  desk: Omit<PendingParts, 'branch'>,
): Promise<ResumePlan> {
  const rows = await run.store.rows();
  branchIn(buildRunGraph(rows), run.id, branch);
  const store = run.store.branch(branch);
  const latest = await store.loadLatest();
  if (latest === null)
    throw new ForkpointError('damaged-scene', { where: branch, detail: 'it has no scene' });
  const head = readable(latest);
  const { messages, usage, stopReason = null } = head.checkpoint;
  const { model } = (await store.record()).settings;
  const turn = await pendingTurnOf({ ...desk, branch: store }, head);
  return {
    branch,
    head: head.row.id,
    refused: refusalOf(turn?.calls ?? []),
    calls: turn?.pending.map(({ reconciliation }) => reconciliation) ?? [],
    problems: findProblems(messages, { stopReason, ...modelsOf(rows, head.row.id, model) }),
    nextRequestTokens: requestTokens(messages, usage),
  };
}

/** The model that will be asked and the ones that wrote the messages, where the branch names one. */
function modelsOf({ scenes }: RunRows, head: string, model: string | undefined): LegalityContext {
  if (model === undefined) return {};
  const byId = new Map(scenes.filter(row => row.problem === null).map(row => [row.id, row]));
  return { model, models: messageModels(byId, head, model) };
}

/**
 * The same for something that has to be imported first: what its journal will say then of calls without a result, each
 * of which may have happened. @throws ForkpointError `no-such-branch`, `damaged-scene`
 */
export async function planResumeOfSource(
  run: string,
  source: RunSource,
  branch: string,
): Promise<ResumePlan> {
  const { head } = branchIn(buildRunGraph(await source.rows()), run, branch);
  const checkpoint = head === null ? null : (await source.scene(head)).checkpoint;
  if (head === null || checkpoint === null) {
    throw new ForkpointError('damaged-scene', { where: branch, detail: 'it has no head that can be read' });
  }
  const { messages, usage, stopReason = null } = checkpoint;
  const paired = callsOfLastReply(messages);
  const named = paired.map(({ call }) => call);
  const sharedId = duplicateCallId(named);
  const isOpen = paired.some(({ result }) => result === null);
  const calls = paired.flatMap(({ call, result }, position) => {
    if (result !== null) return [];
    const { id: callId, name } = call;
    const isIdShared = callId === sharedId;
    const facts = { ...importedCall, toolClass: toolClassFromName(name), isIdShared };
    return [{ callId, position, name, detail: callDetail(call.input), ...reconcile(facts) }];
  });
  const problems = findProblems(messages, { stopReason });
  const refused = isOpen ? refusalOf(named) : null;
  return { branch, head, calls, refused, problems, nextRequestTokens: requestTokens(messages, usage) };
}

/** Of two calls with one id none runs: the branch stops at its A until a person goes back or forks. */
function refusalOf(calls: readonly ToolUseBlock[]): ResumePlan['refused'] {
  const id = duplicateCallId(calls);
  return id === null ? null : new ForkpointError('duplicate-call-id', { id }).toProblem();
}

const importedCall: Omit<CallFacts, 'toolClass'> = {
  isIdempotent: false,
  hasProbe: false,
  isCheck: false,
  decision: null,
  isRunning: false,
  hasEnd: false,
  wereFilesPutBack: false,
  wasOpened: true,
  keptJournal: true,
  files: 'unknown',
  isIdShared: false,
  isCopied: false,
};
