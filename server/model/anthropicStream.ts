import { z } from 'zod';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { type Block, blockSchema, type Usage, usageSchema } from '../../shared/message.ts';
import { checked } from '../../shared/schema.ts';
import type { ModelReply, ReplyWatcher } from './model.ts';

/** The events of a streamed reply that we look into; kinds nobody knows yet are passed over, as the API asks. */
const messageStart = z.looseObject({
  type: z.literal('message_start'),
  message: z.looseObject({ model: z.string(), usage: usageSchema }),
});
const blockStart = z.looseObject({
  type: z.literal('content_block_start'),
  index: z.int().nonnegative(),
  content_block: blockSchema,
});
const blockDelta = z.looseObject({
  type: z.literal('content_block_delta'),
  index: z.int().nonnegative(),
  delta: z.looseObject({ type: z.string() }),
});
const blockStop = z.looseObject({ type: z.literal('content_block_stop'), index: z.int().nonnegative() });
const messageDelta = z.looseObject({
  type: z.literal('message_delta'),
  delta: z.looseObject({ stop_reason: z.string().nullish() }),
  usage: usageSchema.nullish(),
});
const messageStop = z.looseObject({ type: z.literal('message_stop') });
const streamEventSchema = z.discriminatedUnion('type', [
  messageStart,
  blockStart,
  blockDelta,
  blockStop,
  messageDelta,
  messageStop,
]);
type StreamEvent = z.infer<typeof streamEventSchema>;
type Delta = z.infer<typeof blockDelta>['delta'];

const knownTypes = new Set<string>(streamEventSchema.options.map(option => option.shape.type.value));

/**
 * Puts a streamed reply together, block for block as it comes, and tells the watcher of each piece.
 * @throws ForkpointError `model-stream-cut` where the stream ends before `message_stop` or is not what it should be
 */
export async function readReply(events: AsyncIterable<unknown>, watcher: ReplyWatcher): Promise<ModelReply> {
  const reply = new ReplyBuilder(watcher);
  for await (const value of events) {
    const event = toStreamEvent(value);
    if (event !== null) reply.take(event);
  }
  return reply.whole();
}

function toStreamEvent(value: unknown): StreamEvent | null {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : null;
  if (typeof type !== 'string' || !knownTypes.has(type)) return null;
  try {
    return checked(streamEventSchema, value, type);
  } catch (error) {
    if (!isForkpointError(error, 'bad-shape')) throw error;
    const detail = `the event “${type}” is not as it should be, ${error.params.detail}`;
    throw new ForkpointError('model-stream-cut', { detail }, { cause: error });
  }
}

class ReplyBuilder {
  readonly #watcher: ReplyWatcher;
  readonly #blocks = new Map<number, Block>();
  /** JSON of inputs as far as it has come, by block. */
  readonly #inputs = new Map<number, string>();
  #model: string | null = null;
  #stopReason: string | null = null;
  #usage: Usage = {};
  #isWhole = false;

  constructor(watcher: ReplyWatcher) {
    this.#watcher = watcher;
  }

  take(event: StreamEvent): void {
    switch (event.type) {
      case 'message_start':
        this.#model = event.message.model;
        this.#usage = event.message.usage;
        break;
      case 'content_block_start':
        this.#start(event.index, event.content_block);
        break;
      case 'content_block_delta':
        this.#grow(event.index, event.delta);
        break;
      case 'content_block_stop':
        this.#finishInput(event.index);
        break;
      case 'message_delta':
        this.#stopReason = event.delta.stop_reason ?? this.#stopReason;
        this.#usage = { ...this.#usage, ...presentOf(event.usage ?? {}) };
        break;
      case 'message_stop':
        this.#isWhole = true;
    }
  }

  whole(): ModelReply {
    if (!this.#isWhole || this.#model === null) {
      throw new ForkpointError('model-stream-cut', { detail: 'the stream ended before the reply did' });
    }
    for (const index of this.#inputs.keys()) this.#finishInput(index);
    const content = [...this.#blocks.values()];
    return { content, model: this.#model, stopReason: this.#stopReason, usage: this.#usage };
  }

  #start(index: number, block: Block): void {
    this.#blocks.set(index, { ...block });
    const { id, name, text, thinking } = block;
    if (typeof id === 'string' && typeof name === 'string') this.#watcher.onCall?.({ id, name });
    if (typeof text === 'string' && text !== '') this.#watcher.onText?.(text);
    if (typeof thinking === 'string' && thinking !== '') this.#watcher.onThinking?.(thinking);
  }

  #grow(index: number, delta: Delta): void {
    const block = this.#blocks.get(index);
    if (!block) {
      throw new ForkpointError('model-stream-cut', { detail: `block ${index} goes on without a start` });
    }
    switch (delta.type) {
      case 'text_delta':
        append(block, 'text', delta.text);
        this.#watcher.onText?.(String(delta.text));
        break;
      case 'thinking_delta':
        append(block, 'thinking', delta.thinking);
        this.#watcher.onThinking?.(String(delta.thinking));
        break;
      case 'signature_delta':
        block.signature = delta.signature;
        break;
      case 'citations_delta':
        append(block, 'citations', [delta.citation]);
        break;
      case 'input_json_delta':
        this.#inputs.set(index, (this.#inputs.get(index) ?? '') + String(delta.partial_json));
        if (typeof block.id === 'string') this.#watcher.onCallInput?.(block.id, String(delta.partial_json));
        break;
      default:
        for (const [key, piece] of Object.entries(delta)) if (key !== 'type') append(block, key, piece);
    }
  }

  /** Input that cannot be kept as JSON stays the text it came as: such a call is not run, and the model is told. */
  #finishInput(index: number): void {
    const block = this.#blocks.get(index);
    const json = this.#inputs.get(index);
    this.#inputs.delete(index);
    if (block && json !== undefined && json !== '') block.input = jsonOrText(json);
  }
}

/** Text and lists grow by their pieces; anything else is replaced. Deltas of kinds unknown today do the same. */
function append(block: Block, key: string, piece: unknown): void {
  const before = block[key];
  if (typeof piece === 'string' && typeof before === 'string') block[key] = before + piece;
  else if (Array.isArray(piece) && Array.isArray(before)) block[key] = [...before, ...piece];
  else block[key] = piece;
}

/** Parsing knows no limit of nesting, writing and checking do: what is nested deeper could never be saved. */
const MAX_LEVELS = 500;

function jsonOrText(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return isDeeperThan(MAX_LEVELS, value) ? json : value;
  } catch (error) {
    if (error instanceof SyntaxError) return json;
    throw error;
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(inner => isDeeperThan(levels - 1, inner));
}

/** Counts of `message_delta` are totals and replace those of `message_start`; absent ones say nothing. */
function presentOf(usage: Usage): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
