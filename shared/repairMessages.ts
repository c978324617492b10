import {
  findProblems,
  hasCacheMark,
  isAnyThinking,
  isCallId,
  isForeignThinking,
  isRepairable,
  isTooLarge,
  isWellFormed,
  type LegalityContext,
  openLoopStart,
} from './findProblems.ts';
import type { LegalityProblem } from './legality.ts';
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
  type ToolResultBlock,
  type ToolUseBlock,
} from './message.ts';
import { type ReplySpan, replySpans } from './replySpans.ts';
import { isRecord } from './schema.ts';
import { danglingServerCalls } from './serverCalls.ts';

/** A copy for sending, and the problems it mends. `messages` is the very array that came in where there are none. */
export interface Repaired {
  messages: Messages;
  problems: LegalityProblem[];
}

/** What the model is told in the place of a result that was never recorded. */
export const UNKNOWN_RESULT =
  'No result was recorded for this call: it was interrupted. Whether it had an effect is not known.';
const MISSING_BEGINNING = '(The beginning of this conversation is missing.)';
const GO_ON = 'Continue.';
const IMAGE_TOO_LARGE = '(An image stood here that is too large to be sent.)';

/**
 * A copy of `messages` that the Messages API takes: the identity on a legal array, the same when done twice. Every
 * block that no problem names is kept, in its place. What is stored stays as it is.
 */
export function repairMessages(messages: Messages, context: LegalityContext = {}): Repaired {
  const problems = findProblems(messages, context).filter(isRepairable);
  if (problems.length === 0) return { messages, problems };
  // An empty message between two replies keeps them apart until every result is with its call.
  const kept = withMendedBlocks(messages, context).filter(
    message => message.role !== 'assistant' || hasContent(message),
  );
  const mended = withUniqueIds(kept);
  const regrouped = replySpans(mended).flatMap(span => regroupedSpan(mended, span));
  return { messages: withEdges(regrouped.filter(hasContent), context.stopReason === 'pause_turn'), problems };
}

/** Mends block by block. */
function withMendedBlocks(messages: Messages, context: LegalityContext): Message[] {
  const spans = replySpans(messages);
  const open = openLoopStart(messages, spans);
  const dangling = new Set<Block>(
    danglingServerCalls(messages, spans, context.stopReason).map(({ block }) => block),
  );
  let marks = 0;
  return messages.map((message, index) => {
    if (typeof message.content === 'string') return isWellFormed(message) ? message : wellFormed(message);
    const isForeign = isForeignThinking(message, index, context) && (open === null || index < open);
    const content = message.content.flatMap(block => {
      if (isEmptyText(block) || (isThinking(block) && !block.signature)) return [];
      if (isForeign && isAnyThinking(block)) return [];
      if (dangling.has(block)) return [];
      if (hasCacheMark(block)) marks += 1;
      return [mendedBlock(block, marks > 4)];
    });
    return isSameList(content, message.content) ? message : { ...message, content };
  });
}

function mendedBlock(block: Block, isMarkTooMany: boolean): Block {
  let mended = block;
  if (isMarkTooMany && hasCacheMark(block)) {
    const { cache_control: _, ...unmarked } = block;
    mended = unmarked;
  }
  if (isTooLarge(mended)) mended = { type: 'text', text: IMAGE_TOO_LARGE };
  if (isToolResult(mended)) mended = mendedResult(mended);
  if (isToolUse(mended) && !isRecord(mended.input)) mended = { ...mended, input: wrappedInput(mended.input) };
  return isWellFormed(mended) ? mended : wellFormed(mended);
}

/** An input that is no object is wrapped, as Anthropic's page on fine-grained tool streaming advises. */
function wrappedInput(input: unknown): Record<string, unknown> {
  return { INVALID_JSON: typeof input === 'string' ? input : (JSON.stringify(input) ?? '') };
}

function mendedResult(result: ToolResultBlock): ToolResultBlock {
  if (!Array.isArray(result.content)) return result;
  const content = contentBlocksOf(result)
    .filter(block => !isEmptyText(block) && !(result.is_error && isImage(block)))
    .map(block => (isTooLarge(block) ? { type: 'text', text: IMAGE_TOO_LARGE } : block));
  return isSameList(content, result.content) ? result : { ...result, content };
}

/** Half surrogate pairs become the replacement character, in every string. */
function wellFormed<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_, inner) => (isRecord(inner) ? wellFormedKeys(inner) : wellFormedText(inner))),
  );
}

function wellFormedKeys(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, inner]) => [wellFormedText(key), inner]));
}

function wellFormedText<T>(value: T): T | string {
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value;
}

/** The second call with an id gets another one, and so does its result; as does a call whose id the API refuses. */
function withUniqueIds(messages: readonly Message[]): Message[] {
  const taken = new Set(replySpans(messages).flatMap(span => span.calls.map(call => call.block.id)));
  const used = new Set<string>();
  const changed = [...messages];
  const replace = (messageIndex: number, blockIndex: number, block: Block) => {
    const message = changed[messageIndex];
    if (!message || typeof message.content === 'string') return;
    changed[messageIndex] = { ...message, content: message.content.with(blockIndex, block) };
  };
  for (const span of replySpans(messages)) {
    const results = [...span.results];
    for (const { block, messageIndex, blockIndex } of span.calls) {
      const at = results.findIndex(result => result.block.tool_use_id === block.id);
      const [result] = at < 0 ? [] : results.splice(at, 1);
      if (!used.has(block.id) && isCallId(block.id)) {
        used.add(block.id);
        continue;
      }
      const id = freeId(block.id, taken);
      taken.add(id);
      used.add(id);
      replace(messageIndex, blockIndex, { ...block, id });
      if (result) replace(result.messageIndex, result.blockIndex, { ...result.block, tool_use_id: id });
    }
  }
  return changed;
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  const allowed = id.replace(/[^a-zA-Z0-9_-]/g, '_') || 'call';
  if (!taken.has(allowed)) return allowed;
  for (let number = 2; ; number++) {
    const candidate = `${allowed}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** A span whose results stand right is kept as it is; else they become one message behind the reply. */
function regroupedSpan(messages: readonly Message[], span: ReplySpan): Message[] {
  const reply = pick(messages, span.replyIndices);
  const after = pick(messages, span.afterIndices);
  if (!needsRegrouping(messages, span)) return [...reply, ...after];
  const results = span.calls.map(({ block }) => resultFor(block, span));
  const taken = new Set<Block>(span.results.map(({ block }) => block));
  const rest = after.map(message => withoutBlocks(message, taken)).filter(hasContent);
  const users = rest.findIndex(message => message.role !== 'user');
  const joined = users < 0 ? rest : rest.slice(0, users);
  const others = users < 0 ? [] : rest.slice(users);
  const content = [...results, ...joined.flatMap(blocksOf)];
  const answer: Message[] = content.length > 0 ? [{ role: 'user', content }] : [];
  return [...reply, ...answer, ...others];
}

const spanCodes = new Set([
  'dangling-call',
  'orphan-result',
  'duplicate-result',
  'results-split',
  'results-not-first',
]);

function needsRegrouping(messages: readonly Message[], span: ReplySpan): boolean {
  const own = pick(messages, [...span.replyIndices, ...span.afterIndices]);
  return findProblems(own).some(problem => spanCodes.has(problem.code));
}

function resultFor(call: ToolUseBlock, { results }: ReplySpan): ToolResultBlock {
  const found = results.find(result => result.block.tool_use_id === call.id);
  if (found) return found.block;
  return { type: 'tool_result', tool_use_id: call.id, content: UNKNOWN_RESULT, is_error: true };
}

function withoutBlocks(message: Message, taken: ReadonlySet<Block>): Message {
  if (typeof message.content === 'string') return message;
  return { ...message, content: message.content.filter(block => !taken.has(block)) };
}

function withEdges(messages: readonly Message[], isPaused: boolean): Message[] {
  const edged = [...messages];
  if (edged[0]?.role === 'assistant') edged.unshift({ role: 'user', content: MISSING_BEGINNING });
  const last = edged.at(-1);
  if (!isPaused && last?.role === 'assistant') edged.push({ role: 'user', content: GO_ON });
  return edged;
}

function hasContent(message: Message): boolean {
  return typeof message.content === 'string' ? message.content.trim() !== '' : message.content.length > 0;
}

function pick(messages: readonly Message[], indices: readonly number[]): Message[] {
  return indices.flatMap(index => messages[index] ?? []);
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
