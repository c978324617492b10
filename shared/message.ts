import { z } from 'zod';

/**
 * `messages` as the Messages API takes and gives them. Blocks stay opaque: types nobody knows yet are kept in
 * order and sent back as they came. The predicates below narrow the kinds we look into.
 */
export const blockSchema = z.looseObject({ type: z.string() });
export const messageSchema = z.looseObject({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.union([z.string(), z.array(blockSchema)]),
});
export const messagesSchema = z.array(messageSchema);

export type Block = z.infer<typeof blockSchema>;
export type Message = z.infer<typeof messageSchema>;
export type Messages = readonly Message[];

export interface TextBlock extends Block {
  type: 'text';
  text: string;
}
export interface ThinkingBlock extends Block {
  type: 'thinking';
  thinking: string;
  signature?: string;
}
/** A call. `input` is an object unless the model went wrong. */
export interface ToolUseBlock extends Block {
  type: 'tool_use';
  id: string;
  name: string;
  input: unknown;
}
/** A call of a tool that the API runs itself; its result comes in a reply. */
export interface ServerToolUseBlock extends Block {
  type: 'server_tool_use';
  id: string;
}
export interface ToolResultBlock extends Block {
  type: 'tool_result';
  tool_use_id: string;
  content?: string | Block[];
  is_error?: boolean;
}
export interface ImageBlock extends Block {
  type: 'image';
  source: { type: string; media_type?: string; data?: string; url?: string };
}

/** The kinds of blocks we look into; a block of such a type without its fields is opaque like any other. */
export const isText = (block: Block): block is TextBlock =>
  block.type === 'text' && typeof block.text === 'string';
/** Text that is empty or only white space: the API refuses it in a request. */
export const isEmptyText = (block: Block): boolean => isText(block) && block.text.trim() === '';
export const isThinking = (block: Block): block is ThinkingBlock =>
  block.type === 'thinking' && typeof block.thinking === 'string';
export const isToolUse = (block: Block): block is ToolUseBlock =>
  block.type === 'tool_use' && typeof block.id === 'string' && typeof block.name === 'string';
export const isServerToolUse = (block: Block): block is ServerToolUseBlock =>
  block.type === 'server_tool_use' && typeof block.id === 'string';
export const isToolResult = (block: Block): block is ToolResultBlock =>
  block.type === 'tool_result' && typeof block.tool_use_id === 'string';
export const isImage = (block: Block): block is ImageBlock =>
  block.type === 'image' && typeof block.source === 'object' && block.source !== null;

/** The content as blocks; a plain string counts as one text block. */
export function blocksOf(message: Message): Block[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}

/** The content of a result as blocks: a string counts as one text block, an absent one as none. */
export function contentBlocksOf({ content }: ToolResultBlock): Block[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return content ?? [];
}

/** The text of a result's content (string, blocks, or absent), images left out. */
export function textOfResult(result: ToolResultBlock): string {
  if (typeof result.content === 'string') return result.content;
  return (result.content ?? [])
    .filter(isText)
    .map(block => block.text)
    .join('\n');
}

/** All text of a message, thinking and calls left out. */
export function textOfMessage(message: Message): string {
  return blocksOf(message)
    .filter(isText)
    .map(block => block.text)
    .join('\n');
}

/** The first words of a text on one line, cut at `limit` characters with an ellipsis, never inside a surrogate pair. */
export function firstWords(text: string, limit = 160): string {
  const line = text
    .slice(0, limit * 4)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Tokens as one reply reports them, in the API's own names. */
export const usageSchema = z.looseObject({
  input_tokens: z.number().optional(),
  output_tokens: z.number().optional(),
  /** All that was written into the cache, however long it is kept there. */
  cache_creation_input_tokens: z.number().nullish(),
  cache_read_input_tokens: z.number().nullish(),
});
export type Usage = z.infer<typeof usageSchema>;

/** Input tokens of a reply, cached ones included: how full the context was. */
export function contextTokensOf(usage: Usage): number {
  return (
    (usage.input_tokens ?? 0) +
    (usage.cache_creation_input_tokens ?? 0) +
    (usage.cache_read_input_tokens ?? 0)
  );
}

const cacheCreationSchema = z.looseObject({ ephemeral_1h_input_tokens: z.number().nonnegative() });

/** Tokens written into the cache for an hour; 0 where a usage does not tell how long they are kept. */
export function hourTokensOf({ cache_creation }: Usage): number {
  return cacheCreationSchema.safeParse(cache_creation).data?.ephemeral_1h_input_tokens ?? 0;
}

/** All tokens of a reply: input, cached input included, plus output. */
export function totalTokensOf(usage: Usage): number {
  return contextTokensOf(usage) + (usage.output_tokens ?? 0);
}
