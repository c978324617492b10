import type { Outcome } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { isEmptyText } from '../../shared/message.ts';
import type { ModelReply } from '../model/model.ts';
import { reached } from './limits.ts';

/** How a branch came to rest, apart from where and when. */
export type Ending = Pick<Outcome, 'state' | 'problem'>;

/** Stop reasons after which the last block of a reply may be unfinished, in words for the model. */
const cutReasons: Record<string, string> = {
  max_tokens: 'the reply reached its limit of tokens',
  refusal: 'the reply was refused before its end',
  model_context_window_exceeded: 'the reply filled the context window',
};

/** Why a reply's calls may be cut off, or null where they are whole. */
export function whyCut(stopReason: string | null): string | null {
  return stopReason === null ? null : (cutReasons[stopReason] ?? null);
}

/** Replies of one kind in a row after which a branch ends, so that a model that only pauses cannot go on for ever. */
const mostInARow: Record<string, { count: number; word: string }> = {
  pause_turn: { count: 10, word: 'pauses in a row' },
  max_tokens: { count: 3, word: 'cut replies in a row' },
};

/** Counts equal stop reasons in a row. */
export function rowCounter(): (stopReason: string | null) => Ending | null {
  let last: string | null = null;
  let count = 0;
  return stopReason => {
    count = stopReason === last ? count + 1 : 1;
    last = stopReason;
    const most = stopReason === null ? undefined : mostInARow[stopReason];
    return most && count >= most.count ? { state: 'limit', problem: reached(most.word, most.count) } : null;
  };
}

/** How a branch goes on after every call of a reply is answered: null, or the named state it ends in. */
export function endingAfterCalls(stopReason: string | null): Ending | null {
  if (stopReason === 'refusal') return { state: 'refused', problem: null };
  if (stopReason === 'model_context_window_exceeded') return { state: 'context-full', problem: null };
  return null;
}

/**
 * How a branch goes on after a reply without calls. Only a reply that came to its own end makes it `done`: one cut by its
 * limit of tokens ends as `limit`, one with a stop reason unknown here as `failed`.
 */
export function endingWithoutCalls(stopReason: string | null, maxTokens: number): Ending | null {
  switch (stopReason) {
    case null:
    case 'end_turn':
    case 'stop_sequence':
      return { state: 'done', problem: null };
    case 'pause_turn':
      return null;
    case 'max_tokens':
      return { state: 'limit', problem: reached('tokens per reply', maxTokens) };
    case 'refusal':
    case 'model_context_window_exceeded':
      return endingAfterCalls(stopReason);
    default:
      return failed(`it stopped for the reason “${stopReason}” and named no call`);
  }
}

/** How a branch ends on a reply without content, which is not stored: the API would refuse it in every later request. */
export function endingOfEmptyReply(stopReason: string | null, maxTokens: number): Ending {
  return endingWithoutCalls(stopReason, maxTokens) ?? failed('a pause came without content');
}

function failed(detail: string): Ending {
  return { state: 'failed', problem: new ForkpointError('model-failed', { detail }).toProblem() };
}

/** Whether a reply has nothing that could be sent back. */
export function isEmptyReply(reply: ModelReply): boolean {
  return reply.content.every(isEmptyText);
}
