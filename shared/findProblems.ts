import type { LegalityCode, LegalityProblem } from './legality.ts';
import {
  type Block,
  blocksOf,
  contentBlocksOf,
  isEmptyText,
  isImage,
  isThinking,
  isToolResult,
  isToolUse,
  type Message,
  type Messages,
} from './message.ts';
import { type Placed, type ReplySpan, replySpans } from './replySpans.ts';
import { isRecord } from './schema.ts';
import { danglingServerCalls, hasOtherThanResults } from './serverCalls.ts';

/** What the history is to be sent with, as far as it is known: some rules depend on it. */
export interface LegalityContext {
  /** Stop reason of the last reply: after `pause_turn` a history may end on it. */
  stopReason?: string | null;
  /** The model that will get it, and the one that wrote each message. */
  model?: string;
  models?: readonly (string | null)[];
  /** Whether thinking is switched on. */
  thinking?: boolean;
  /** Names of the tools that go with it; left out where that is not known. */
  tools?: readonly string[];
}

/** Images of more base64 characters are refused: 5 MB each (Anthropic's page on vision, limits). */
export const MAX_IMAGE_CHARACTERS = 5 * 1024 * 1024;
/** Cache breakpoints of one request (Anthropic's page on prompt caching). */
const MAX_CACHE_MARKS = 4;

/**
 * Names every way in which `messages` would break the rules of the Messages API if it were sent as it is, in the
 * order of the messages. Pure; the one place that knows these rules.
 */
export function findProblems(messages: Messages, context: LegalityContext = {}): LegalityProblem[] {
  const spans = replySpans(messages);
  return [
    ...messages.flatMap(blockProblems),
    ...spans.flatMap(span => spanProblems(messages, span)),
    ...repeatedIds(spans),
    ...danglingServerCalls(messages, spans, context.stopReason).map(call =>
      error('dangling-server-call', { ...call, callId: call.block.id }),
    ),
    ...edgeProblems(messages, spans, context),
    ...cacheProblems(messages),
    ...contextProblems(messages, spans, context),
  ].sort((x, y) => x.messageIndex - y.messageIndex || (x.blockIndex ?? -1) - (y.blockIndex ?? -1));
}

/** Problems that are mended by sending a repaired copy; the others need a person. */
export function isRepairable({ code, severity }: LegalityProblem): boolean {
  return severity === 'error' && code !== 'thinking-missing' && code !== 'tools-missing';
}

type Place = Pick<LegalityProblem, 'messageIndex'> & Partial<Pick<LegalityProblem, 'blockIndex' | 'callId'>>;

function error(
  code: LegalityCode,
  { messageIndex, blockIndex = null, callId = null }: Place,
): LegalityProblem {
  return { code, severity: 'error', messageIndex, blockIndex, callId };
}

function warning(code: LegalityCode, place: Place): LegalityProblem {
  return { ...error(code, place), severity: 'warning' };
}

function blockProblems(message: Message, messageIndex: number): LegalityProblem[] {
  if (message.content.length === 0) return [error('empty-content', { messageIndex })];
  return blocksOf(message).flatMap((block, blockIndex) => {
    const place = { messageIndex, blockIndex, callId: isToolUse(block) ? block.id : null };
    return codesOfBlock(block).map(code => error(code, place));
  });
}

/** What is wrong with a block by itself, wherever it stands. */
export function codesOfBlock(block: Block): LegalityCode[] {
  const codes: LegalityCode[] = [];
  if (isEmptyText(block)) codes.push('empty-text');
  if (isThinking(block) && !block.signature) codes.push('thinking-unsigned');
  if (isToolUse(block) && !isRecord(block.input)) codes.push('input-no-object');
  if (isToolUse(block) && !isCallId(block.id)) codes.push('bad-call-id');
  if (isTooLarge(block) || (isToolResult(block) && contentBlocksOf(block).some(isTooLarge)))
    codes.push('image-too-large');
  if (isToolResult(block) && block.is_error && contentBlocksOf(block).some(isImage))
    codes.push('image-in-error-result');
  if (isToolResult(block) && contentBlocksOf(block).some(isEmptyText)) codes.push('empty-text');
  if (!isWellFormed(block)) codes.push('lone-surrogate');
  return codes;
}

/** The pattern that the API names when it refuses an id (quoted in github.com/maximhq/bifrost/issues/5097). */
export function isCallId(id: string): boolean {
  return /^[a-zA-Z0-9_-]+$/.test(id);
}

export function isTooLarge(block: Block): boolean {
  return isImage(block) && (block.source.data?.length ?? 0) > MAX_IMAGE_CHARACTERS;
}

/** Whether no string in a value holds half of a surrogate pair, which is no text in UTF-8. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !/\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isWellFormed(key) && isWellFormed(inner));
}

/** How the results behind a reply answer its calls. */
function spanProblems(messages: Messages, span: ReplySpan): LegalityProblem[] {
  const { calls, results } = span;
  const unanswered = new Map<string, number>();
  for (const { block } of calls) unanswered.set(block.id, (unanswered.get(block.id) ?? 0) + 1);
  const known = new Set(unanswered.keys());
  const problems: LegalityProblem[] = [];
  const answering: Placed<Block>[] = [];
  for (const result of results) {
    const { tool_use_id } = result.block;
    const left = unanswered.get(tool_use_id) ?? 0;
    if (left > 0) {
      unanswered.set(tool_use_id, left - 1);
      answering.push(result);
    } else {
      problems.push(
        error(known.has(tool_use_id) ? 'duplicate-result' : 'orphan-result', {
          ...result,
          callId: tool_use_id,
        }),
      );
    }
  }
  for (const call of calls.toReversed()) {
    const left = unanswered.get(call.block.id) ?? 0;
    if (left === 0) continue;
    unanswered.set(call.block.id, left - 1);
    problems.push(error('dangling-call', { ...call, callId: call.block.id }));
  }
  problems.push(...misplacedResults(messages, span, answering));
  if (hasTextBetweenCalls(messages, span)) {
    problems.push(warning('text-between-calls', { messageIndex: span.replyIndices[0] ?? 0 }));
  }
  return problems;
}

/** Results stand in the message right behind their reply, before anything else (Anthropic's page on tool use). */
function misplacedResults(
  messages: Messages,
  span: ReplySpan,
  answering: readonly Placed<Block>[],
): LegalityProblem[] {
  return answering.flatMap(result => {
    const { messageIndex, blockIndex } = result;
    if (messageIndex !== span.afterIndices[0]) return [error('results-split', result)];
    const before = blocksOf(messages[messageIndex] ?? nothing).slice(0, blockIndex);
    return before.every(isToolResult) ? [] : [error('results-not-first', result)];
  });
}

function hasTextBetweenCalls(messages: Messages, { replyIndices, calls }: ReplySpan): boolean {
  if (calls.length < 2) return false;
  const blocks = replyIndices.flatMap(index => blocksOf(messages[index] ?? nothing));
  const first = blocks.findIndex(isToolUse);
  return blocks.slice(first, blocks.findLastIndex(isToolUse)).some(block => block.type === 'text');
}

/** Ids of calls are unique in one request. */
function repeatedIds(spans: readonly ReplySpan[]): LegalityProblem[] {
  const seen = new Set<string>();
  return spans
    .flatMap(span => span.calls)
    .flatMap(call => {
      const { id } = call.block;
      if (seen.has(id)) return [error('duplicate-call-id', { ...call, callId: id })];
      seen.add(id);
      return [];
    });
}

function edgeProblems(
  messages: Messages,
  spans: readonly ReplySpan[],
  context: LegalityContext,
): LegalityProblem[] {
  const problems: LegalityProblem[] = [];
  if (messages[0]?.role === 'assistant') problems.push(error('starts-on-assistant', { messageIndex: 0 }));
  const last = spans.at(-1);
  const endsOnReply = last !== undefined && last.afterIndices.length === 0;
  if (endsOnReply && last.calls.length === 0 && context.stopReason !== 'pause_turn') {
    problems.push(error('ends-on-assistant', { messageIndex: messages.length - 1 }));
  }
  const lastCall = last?.calls.at(-1);
  if (endsOnReply && lastCall && context.stopReason === 'max_tokens') {
    problems.push(warning('truncated-call', { ...lastCall, callId: lastCall.block.id }));
  }
  return problems;
}

function cacheProblems(messages: Messages): LegalityProblem[] {
  const marked = messages.flatMap((message, messageIndex) =>
    blocksOf(message).flatMap((block, blockIndex) =>
      hasCacheMark(block) ? [{ messageIndex, blockIndex }] : [],
    ),
  );
  return marked.slice(MAX_CACHE_MARKS).map(place => error('too-many-cache-marks', place));
}

export function hasCacheMark(block: Block): boolean {
  return block.cache_control !== undefined && block.cache_control !== null;
}

/** Rules that depend on what goes along: the model, thinking, the tools. */
function contextProblems(
  messages: Messages,
  spans: readonly ReplySpan[],
  context: LegalityContext,
): LegalityProblem[] {
  const problems: LegalityProblem[] = [];
  const open = openLoopStart(messages, spans);
  messages.forEach((message, messageIndex) => {
    if (!isForeignThinking(message, messageIndex, context)) return;
    const isInLoop = open !== null && messageIndex >= open;
    problems.push((isInLoop ? warning : error)('thinking-foreign', { messageIndex }));
  });
  const first = open === null ? undefined : blocksOf(messages[open] ?? nothing)[0];
  if (context.thinking && open !== null && !isAnyThinking(first)) {
    problems.push(error('thinking-missing', { messageIndex: open }));
  }
  const call = spans.flatMap(span => span.calls)[0];
  if (context.tools?.length === 0 && call) {
    problems.push(error('tools-missing', { ...call, callId: call.block.id }));
  }
  return problems;
}

/** Signatures hold for the model that gave them (Anthropic's page on extended thinking). */
export function isForeignThinking(
  message: Message,
  index: number,
  { model, models }: LegalityContext,
): boolean {
  const writer = models?.[index] ?? null;
  if (model === undefined || writer === null || writer === model) return false;
  return message.role === 'assistant' && blocksOf(message).some(isAnyThinking);
}

export function isAnyThinking(block: Block | undefined): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking';
}

/**
 * Index of the first reply of the tool loop that is still open: replies with calls, each followed by nothing but
 * results, up to the end. Null where the last reply calls nothing or a person spoke since.
 */
export function openLoopStart(messages: Messages, spans: readonly ReplySpan[]): number | null {
  let start: number | null = null;
  for (const span of spans.toReversed()) {
    const index = span.replyIndices[0];
    if (span.calls.length === 0 || hasOtherThanResults(messages, span) || index === undefined) break;
    start = index;
  }
  return start;
}

const nothing: Message = { role: 'user', content: [] };
