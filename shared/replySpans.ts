import {
  type Block,
  blocksOf,
  isToolResult,
  isToolUse,
  type Messages,
  type ToolResultBlock,
  type ToolUseBlock,
} from './message.ts';

/** A block with its place in `messages`. */
export interface Placed<B extends Block> {
  block: B;
  messageIndex: number;
  blockIndex: number;
}

/**
 * A reply and what follows it up to the next reply. Neighbouring messages of one role count as one, as the API
 * joins them. The first span has no reply where the history begins with a user message.
 */
export interface ReplySpan {
  replyIndices: number[];
  /** User and system messages behind the reply. */
  afterIndices: number[];
  calls: Placed<ToolUseBlock>[];
  results: Placed<ToolResultBlock>[];
}

/** Cuts `messages` into spans, each from one reply to the next. */
export function replySpans(messages: Messages): ReplySpan[] {
  const spans: ReplySpan[] = [];
  messages.forEach((message, index) => {
    const last = spans.at(-1);
    if (message.role !== 'assistant') {
      if (last) last.afterIndices.push(index);
      else spans.push({ replyIndices: [], afterIndices: [index], calls: [], results: [] });
    } else if (last && last.afterIndices.length === 0) last.replyIndices.push(index);
    else spans.push({ replyIndices: [index], afterIndices: [], calls: [], results: [] });
  });
  for (const span of spans) {
    span.calls = placed(messages, span.replyIndices, isToolUse);
    span.results = placed(messages, span.afterIndices, isToolResult);
  }
  return spans;
}

function placed<B extends Block>(
  messages: Messages,
  indices: readonly number[],
  isKind: (block: Block) => block is B,
): Placed<B>[] {
  return indices.flatMap(messageIndex => {
    const message = messages[messageIndex];
    const blocks = message ? blocksOf(message) : [];
    return blocks.flatMap((block, blockIndex) =>
      isKind(block) ? [{ block, messageIndex, blockIndex }] : [],
    );
  });
}
