import { setTimeout as sleepMs } from 'node:timers/promises';
import { duplicateCallId } from '../../shared/calls.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { isToolUse, type Message } from '../../shared/message.ts';
import type { ModelReply, ModelRequest } from '../model/model.ts';
import type { BranchLock } from '../store/runStore.ts';
import { type AnswerCalls, answersToCutCalls, callAnswerer } from './answerCalls.ts';
import type { BranchRun } from './branchRun.ts';
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
import { costUsdOf, limitReached } from './limits.ts';
import type { CallDesk } from './openCall.ts';
import type { TurnRecorder } from './recordTurn.ts';
import { settledOrStopped, throwIfStopped } from './stop.ts';

/** What the loop works with. `signal` is the person's stop or the end of the time. */
export interface LoopParts {
  run: BranchRun;
  lock: BranchLock;
  recorder: TurnRecorder;
  signal: AbortSignal;
  /** The person's words that the first request takes in. */
  input: string | null;
}

/**
 * Turn after turn: scene, reply, save A, answer every call, save B; until the branch comes to rest.
 * @throws `stopError` after a stop; what the model or the store throws
 */
export async function playUntilRest(parts: LoopParts): Promise<Ending> {
  const { run, recorder, signal } = parts;
  const answerCalls = callAnswerer(run.tools);
  const tooManyInARow = rowCounter();
  let costUsd = 0;
  for (let input = parts.input; ; input = null) {
    throwIfStopped(signal);
    const { row, checkpoint } = recorder.head();
    const limit = limitReached(run.limits, { turns: row.turn, tokens: checkpoint.tokensUsed, costUsd });
    if (limit !== null) return { state: 'limit', problem: limit };
    if (run.paceMs) await sleepMs(run.paceMs, undefined, { signal });

    const reply = await recordedReply(parts, requestAfter(checkpoint.messages, input, run), input);
    costUsd += costUsdOf(reply.usage, run.price ?? null);
    const ending = (await endingOfTurn(parts, reply, answerCalls)) ?? tooManyInARow(reply.stopReason);
    if (ending !== null) return ending;
  }
}

/** The stored messages, and the person's words as a message of their own behind them: what is stored never changes. */
function requestAfter(messages: readonly Message[], input: string | null, run: BranchRun): ModelRequest {
  const words: Message[] = input === null ? [] : [{ role: 'user', content: input }];
  return {
    ...run.settings,
    messages: [...messages, ...words],
    tools: run.tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    })),
  };
}

/** Asks the model and saves what it gave; a reply without content is not stored. Its draft ends either way. */
async function recordedReply(
  { run, recorder, signal }: LoopParts,
  request: ModelRequest,
  input: string | null,
): Promise<ModelReply> {
  const { row } = recorder.head();
  const place = { branch: run.branch.name, parent: row.id, turn: row.turn + 1 };
  const draft = keepDraft(place, wanted => run.onDraft?.(wanted));
  try {
    const reply = await settledOrStopped(run.model.reply(request, draft.watcher, signal), signal, 0);
    if (!isEmptyReply(reply)) await recorder.recordTurn(request, reply, input);
    return reply;
  } finally {
    draft.end();
  }
}

/** Answers the calls of a saved reply and saves B; tells how the branch ends, or null where it goes on. */
async function endingOfTurn(
  parts: LoopParts,
  reply: ModelReply,
  answerCalls: AnswerCalls,
): Promise<Ending | null> {
  const { stopReason } = reply;
  const { maxTokens } = parts.run.settings;
  if (isEmptyReply(reply)) return endingOfEmptyReply(stopReason, maxTokens);
  const calls = reply.content.filter(isToolUse);
  if (calls.length === 0) return endingWithoutCalls(stopReason, maxTokens);
  const id = duplicateCallId(calls);
  if (id !== null) {
    return { state: 'invalid', problem: new ForkpointError('duplicate-call-id', { id }).toProblem() };
  }
  const why = whyCut(stopReason);
  const results = why === null ? await answerCalls(calls, deskOf(parts)) : answersToCutCalls(calls, why);
  await parts.recorder.recordResults(results);
  return endingAfterCalls(stopReason);
}

function deskOf({ run, lock, recorder, signal }: LoopParts): CallDesk {
  const { row } = recorder.head();
  const { branch, context } = run;
  return { scene: row.id, turn: row.turn, branch, lock, context: { ...context, signal } };
}
