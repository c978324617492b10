import type { Thinking } from './checkpoint.ts';
import { type Block, isEmptyText, isToolUse, type Message, type Messages } from './message.ts';
import { isRecord } from './schema.ts';

/** What a request to the Messages API is made from. `maxTokens` bounds the reply. */
export interface RequestParts {
  model: string;
  system: string;
  messages: Messages;
  tools: readonly { name: string }[];
  maxTokens: number;
  /** Left out, nothing is said about thinking; null switches it off. */
  thinking?: Thinking;
}

const mark = { type: 'ephemeral' };

/** The body of a streaming request: the stored messages with cache marks on system, tools and the newest message. */
export function toRequestBody(request: RequestParts): Record<string, unknown> {
  const { model, system, maxTokens, thinking, tools, messages } = request;
  return {
    model,
    max_tokens: maxTokens,
    ...(thinking === undefined ? {} : { thinking: thinkingParameter(thinking) }),
    ...(system === '' ? {} : { system: [{ type: 'text', text: system, cache_control: mark }] }),
    ...(tools.length === 0 ? {} : { tools: withMarkOnLast(tools) }),
    messages: withCacheMark(sendableMessages(messages)),
    stream: true,
  };
}

/** The parameter `thinking` (Anthropic's pages on extended and on adaptive thinking). */
function thinkingParameter(thinking: Thinking): Record<string, unknown> {
  if (thinking === null) return { type: 'disabled' };
  if (thinking === 'adaptive') return { type: 'adaptive' };
  return { type: 'enabled', budget_tokens: thinking.budgetTokens };
}

function withMarkOnLast(tools: RequestParts['tools']): unknown[] {
  return tools.map((tool, index) => (index === tools.length - 1 ? { ...tool, cache_control: mark } : tool));
}

/**
 * What is sent of stored messages: the identity on what the API takes. Empty text and messages without content,
 * which it refuses, are left out; a call's input that is no object is wrapped, as Anthropic's page on fine-grained
 * tool streaming advises; cache marks that came in with foreign messages go, since the API counts them.
 */
export function sendableMessages(messages: Messages): Message[] {
  return messages.map(sendableMessage).filter(message => message.content.length > 0);
}

function sendableMessage(message: Message): Message {
  if (typeof message.content === 'string') return message;
  return { ...message, content: message.content.filter(block => !isEmptyText(block)).map(sendableBlock) };
}

function sendableBlock(block: Block): Block {
  const { cache_control, ...bare } = block;
  const unmarked: Block = cache_control === undefined ? block : bare;
  if (isToolUse(unmarked) && !isRecord(unmarked.input)) {
    return { ...unmarked, input: { INVALID_JSON: asText(unmarked.input) } };
  }
  if (unmarked.type === 'tool_result' && Array.isArray(unmarked.content)) {
    return { ...unmarked, content: unmarked.content.map(sendableBlock) };
  }
  return unmarked;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

const markable = new Set(['text', 'image', 'document', 'tool_use', 'tool_result']);

/** Marks the newest block that may carry a mark. Messages whose content is a plain string stay as they are. */
function withCacheMark(messages: Message[]): Message[] {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (!message || typeof message.content === 'string') continue;
    const at = message.content.findLastIndex(block => markable.has(block.type));
    const block = message.content[at];
    if (!block) continue;
    const content = message.content.with(at, { ...block, cache_control: mark });
    return messages.with(index, { ...message, content });
  }
  return messages;
}
