import {
  type Block,
  blocksOf,
  isServerToolUse,
  isToolResult,
  type Messages,
  type ServerToolUseBlock,
} from './message.ts';
import type { Placed, ReplySpan } from './replySpans.ts';

/**
 * Calls of tools that the API runs itself, whose result is missing. It stands in the same turn of the model: later in the
 * reply, or, where calls of ours went out beside it, in the reply to their results. A reply that was paused, and calls of
 * ours that are still to be answered, leave the turn open (Anthropic's page on server tools).
 */
export function danglingServerCalls(
  messages: Messages,
  spans: readonly ReplySpan[],
  stopReason: string | null | undefined,
): Placed<ServerToolUseBlock>[] {
  const dangling: Placed<ServerToolUseBlock>[] = [];
  let open: Placed<ServerToolUseBlock>[] = [];
  spans.forEach((span, index) => {
    for (const placed of placedBlocks(messages, span)) {
      const { block } = placed;
      if (isServerCall(placed)) open.push(placed);
      else if (block.type.endsWith('_tool_result'))
        open = open.filter(call => call.block.id !== block.tool_use_id);
    }
    const isLast = index === spans.length - 1 && span.afterIndices.length === 0;
    const goesOn = span.calls.length > 0 && !hasOtherThanResults(messages, span);
    if (goesOn || (isLast && stopReason === 'pause_turn')) return;
    dangling.push(...open);
    open = [];
  });
  return dangling;
}

/** Whether somebody spoke after a reply: the model's turn is over then. */
export function hasOtherThanResults(messages: Messages, { afterIndices }: ReplySpan): boolean {
  return afterIndices.some(at => !blocksOf(messages[at] ?? nothing).every(isToolResult));
}

function placedBlocks(messages: Messages, { replyIndices }: ReplySpan): Placed<Block>[] {
  return replyIndices.flatMap(messageIndex =>
    blocksOf(messages[messageIndex] ?? nothing).map((block, blockIndex) => ({
      block,
      messageIndex,
      blockIndex,
    })),
  );
}

function isServerCall(placed: Placed<Block>): placed is Placed<ServerToolUseBlock> {
  return isServerToolUse(placed.block);
}

const nothing = { role: 'user' as const, content: [] };
