import { setTimeout as sleepMs } from 'node:timers/promises';
import { duplicateCallId } from '../../shared/calls.ts';
import type { Edit } from '../../shared/decision.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { Question } from '../../shared/gate.ts';
import { isToolUse, type ToolUseBlock } from '../../shared/message.ts';
import { costUsdOf } from '../../shared/price.ts';
import type { ModelReply, ModelRequest } from '../model/model.ts';
import type { BranchLock } from '../store/runStore.ts';
import { type AnswerCalls, answersToCutCalls, callAnswerer } from './answerCalls.ts';
import type { BranchRun } from './branchRun.ts';
import { noCrash } from './crash.ts';
import { keepDraft } from './draftKeeper.ts';
import {
  type Ending,
  endingAfterCalls,
  endingOfEmptyReply,
  endingWithoutCalls,
  isEmptyReply,
  rowCounter,
  whyCut,
} from './endings.ts';
import { limitReached } from './limits.ts';
import type { CallDesk } from './openCall.ts';
import type { PendingTurn } from './pendingCalls.ts';
import type { Taken, TurnRecorder } from './recordTurn.ts';
import { requestMaker } from './requestMaker.ts';
import { settlePending } from './resume.ts';
import type { Answered, Settled } from './settled.ts';
import { settledOrStopped, throwIfStopped } from './stop.ts';

/** What the loop works with. `signal` is the person's stop or the end of the time. */
export interface LoopParts {
  run: BranchRun;
  lock: BranchLock;
  recorder: TurnRecorder;
  signal: AbortSignal;
  /** The person's words that the next request takes in. */
  input: string | null;
  /** The turn of the head, where calls of it wait for a result. */
  pending: PendingTurn | null;
}

/** How the loop came to rest: for good, or until the person answers. */
export type LoopEnd = Ending | { state: 'waiting'; questions: Question[] };

/**
 * Turn after turn: scene, reply, save A, answer every call, save B; until the branch comes to rest. A turn that was
 * interrupted is brought to its end first.
 * @throws `stopError` after a stop; what the model or the store throws
 */
export async function playUntilRest(parts: LoopParts): Promise<LoopEnd> {
  const { run, recorder, signal, pending } = parts;
  const answerCalls = callAnswerer(run.tools);
  const tooManyInARow = rowCounter();
  let { input } = parts;
  if (pending !== null) {
    const end = await finishTurn(parts, pending, answerCalls);
    if (end !== null) return end;
    input = null;
  }
  const requestAfter = await requestMaker(run, recorder.head().row.id);
  let costUsd = 0;
  for (;;) {
    throwIfStopped(signal);
    const { row, checkpoint } = recorder.head();
    const limit = limitReached(run.limits, { turns: row.turn, tokens: checkpoint.tokensUsed, costUsd });
    if (limit !== null) return { state: 'limit', problem: limit };
    const begunAt = new Date().toISOString();
    if (run.paceMs) await sleepMs(run.paceMs, undefined, { signal });

    const { request, edits } = requestAfter(recorder.head(), input);
    const reply = await recordedReply(parts, request, { input, edits, begunAt });
    input = null;
    costUsd += costUsdOf(reply.usage, run.price ?? null);
    const end = (await endOfTurn(parts, reply, answerCalls)) ?? tooManyInARow(reply.stopReason);
    if (end !== null) return end;
  }
}

/** Asks the model and saves what it gave; a reply without content is not stored. Its draft ends either way. */
async function recordedReply(
  { run, recorder, signal }: LoopParts,
  request: ModelRequest,
  taken: Taken,
): Promise<ModelReply> {
  const { crashPoint = noCrash } = run;
  const { row } = recorder.head();
  const place = { branch: run.branch.name, parent: row.id, turn: row.turn + 1 };
  const draft = keepDraft(place, wanted => run.onDraft?.(wanted));
  try {
    crashPoint('reply');
    const reply = await settledOrStopped(run.model.reply(request, draft.watcher, signal), signal, 0);
    crashPoint('after-reply');
    if (!isEmptyReply(reply)) await recorder.recordTurn(request, reply, taken);
    return reply;
  } finally {
    draft.end();
  }
}

/** Answers the calls of a saved reply and saves B; tells how the branch ends, or null where it goes on. */
async function endOfTurn(
  parts: LoopParts,
  reply: ModelReply,
  answerCalls: AnswerCalls,
): Promise<LoopEnd | null> {
  const { stopReason } = reply;
  const { maxTokens } = parts.run.settings;
  if (isEmptyReply(reply)) return endingOfEmptyReply(stopReason, maxTokens);
  const calls = reply.content.filter(isToolUse);
  if (calls.length === 0) return endingWithoutCalls(stopReason, maxTokens);
  const id = duplicateCallId(calls);
  if (id !== null) return endingOfDuplicate(id);
  const why = whyCut(stopReason);
  const answered: Answered =
    why === null
      ? await answerCalls(calls, deskOf(parts, new Map()))
      : { kind: 'answered', results: answersToCutCalls(calls, why), edits: [] };
  return await endWithResults(parts, answered, { input: null }, stopReason);
}

/** Brings a turn to its end that was left with calls without results; the person's words come into its B. */
async function finishTurn(
  parts: LoopParts,
  turn: PendingTurn,
  answerCalls: AnswerCalls,
): Promise<LoopEnd | null> {
  const stopReason = parts.recorder.head().checkpoint.stopReason ?? null;
  const id = duplicateCallId(turn.calls);
  if (id !== null) return endingOfDuplicate(id);
  const desk = deskOf(parts, new Map());
  const settled = await settlePending(turn, desk, whyCut(stopReason));
  const answered = await answerCalls(turn.calls, { ...desk, settled });
  if (answered.kind === 'waiting') return { state: 'waiting', questions: answered.questions };
  // A result that is there already stays as it is, block for block.
  const results = answered.results.map(result => turn.given.get(result.tool_use_id) ?? result);
  return await endWithResults(parts, { ...answered, results }, { input: parts.input }, stopReason);
}

/** Saves B, unless a call waits for the person. */
async function endWithResults(
  { recorder }: LoopParts,
  answered: Answered,
  taken: Taken,
  stopReason: string | null,
): Promise<LoopEnd | null> {
  if (answered.kind === 'waiting') return { state: 'waiting', questions: answered.questions };
  await recorder.recordResults(answered.results, { ...taken, edits: worthTelling(answered.edits) });
  return endingAfterCalls(stopReason);
}

/**
 * That a call ran for the first time goes without saying where the person's answer tells of it, unless an earlier one had
 * its id.
 */
function worthTelling(edits: readonly Edit[]): Edit[] {
  const told = new Set(
    edits.flatMap(edit => (edit.kind === 'answered' || edit.kind === 'simulated' ? edit.callId : [])),
  );
  return edits.filter(
    edit =>
      edit.kind !== 'reconciled' ||
      edit.reconciliation.why !== 'never-opened' ||
      edit.reconciliation.idUsedBy !== undefined ||
      !told.has(edit.reconciliation.callId),
  );
}

function endingOfDuplicate(id: ToolUseBlock['id']): Ending {
  return { state: 'invalid', problem: new ForkpointError('duplicate-call-id', { id }).toProblem() };
}

function deskOf({ run, lock, recorder, signal }: LoopParts, settled: ReadonlyMap<string, Settled>): CallDesk {
  const { row } = recorder.head();
  const { branch, context, crashPoint = noCrash } = run;
  return {
    scene: row.id,
    turn: row.turn,
    branch,
    lock,
    context: { ...context, signal },
    settled,
    crashPoint,
  };
}
