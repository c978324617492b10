import {
  blocksOf,
  isToolResult,
  isToolUse,
  type Messages,
  type ToolResultBlock,
  type ToolUseBlock,
} from './message.ts';

/** A call with the place it stands in and, where there is one, its result. */
export interface PairedCall {
  call: ToolUseBlock;
  messageIndex: number;
  blockIndex: number;
  result: ToolResultBlock | null;
  resultMessageIndex: number | null;
}

/**
 * Pairs every call with its result. A result belongs to the latest call before it with its id that has none yet
 * (backends reuse ids across turns); results may be split over several user messages.
 */
export function pairCalls(messages: Messages): PairedCall[] {
  const paired: PairedCall[] = [];
  const open = new Map<string, PairedCall>();
  messages.forEach((message, messageIndex) => {
    blocksOf(message).forEach((block, blockIndex) => {
      if (message.role === 'assistant' && isToolUse(block)) {
        const entry: PairedCall = {
          call: block,
          messageIndex,
          blockIndex,
          result: null,
          resultMessageIndex: null,
        };
        paired.push(entry);
        open.set(block.id, entry);
      } else if (message.role === 'user' && isToolResult(block)) {
        const entry = open.get(block.tool_use_id);
        if (!entry) return;
        entry.result = block;
        entry.resultMessageIndex = messageIndex;
        open.delete(block.tool_use_id);
      }
    });
  });
  return paired;
}

/** The calls that have no result anywhere in `messages`, in order. */
export function danglingCalls(messages: Messages): ToolUseBlock[] {
  return pairCalls(messages)
    .filter(entry => entry.result === null)
    .map(entry => entry.call);
}

/** The calls of the last assistant message, in order, with their results. */
export function callsOfLastReply(messages: Messages): PairedCall[] {
  const index = lastReplyIndex(messages);
  if (index < 0) return [];
  return pairCalls(messages.slice(index)).filter(entry => entry.messageIndex === 0);
}

/** The calls that the next request cannot go without answering: those of the last reply that have no result. */
export function openCalls(messages: Messages): ToolUseBlock[] {
  return callsOfLastReply(messages)
    .filter(entry => entry.result === null)
    .map(entry => entry.call);
}

/** Index of the last assistant message, or -1. */
export function lastReplyIndex(messages: Messages): number {
  return messages.findLastIndex(message => message.role === 'assistant');
}

/** The first id that two calls of one reply share, or null. Such a reply must not be run at all. */
export function duplicateCallId(calls: readonly ToolUseBlock[]): string | null {
  const seen = new Set<string>();
  for (const call of calls) {
    if (seen.has(call.id)) return call.id;
    seen.add(call.id);
  }
  return null;
}
