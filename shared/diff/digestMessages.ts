import { canonicalJson, digestOf } from '../digest.ts';
import { type Block, blocksOf, type Message, type Messages } from '../message.ts';

/** What is passed over where contents are compared. */
export interface CompareOptions {
  /** White space is no content: what differs in nothing else is the same. */
  ignoreSpace?: boolean;
}

/** Messages with what they are compared by. Made once per scene; whoever has made it may keep the digests alone. */
export interface DigestedMessages {
  messages: Messages;
  /** By index; equal for equal content, and only then. Cache marks are no content. */
  digests: readonly string[];
}

const digestLengthHex = 32;

/** Whoever holds messages has them looked through once: neither they nor their blocks are ever changed. */
class KnownDigests {
  readonly messages = new WeakMap<Message, string>();
  readonly blocks = new WeakMap<Block, string>();
}
const known = { exact: new KnownDigests(), spaceless: new KnownDigests() };
const knownOf = ({ ignoreSpace = false }: CompareOptions) => (ignoreSpace ? known.spaceless : known.exact);

/** Digests of messages. */
export function digestMessages(messages: Messages, options: CompareOptions = {}): DigestedMessages {
  return { messages, digests: messages.map(message => digestOfMessage(message, options)) };
}

/** What a message is compared by. */
export function digestOfMessage(message: Message, options: CompareOptions): string {
  return remembered(knownOf(options).messages, message, () => {
    const { role, content: _content, ...others } = message;
    const blocks = blocksOf(message).map(block => digestOfBlock(block, options));
    return [role, canonicalJson(others), ...blocks].join('\n');
  });
}

/** What a block is compared by: its JSON with sorted keys and without cache marks, its own and those of the blocks in it. */
export function digestOfBlock(block: Block, options: CompareOptions): string {
  return remembered(knownOf(options).blocks, block, () => {
    const { cache_control: _mark, ...rest } = block;
    const content = Array.isArray(rest.content) ? rest.content.map(withoutMark) : rest.content;
    const bare = content === undefined ? rest : { ...rest, content };
    return canonicalJson(options.ignoreSpace ? withoutSpace(bare) : bare);
  });
}

function remembered<T extends object>(digests: WeakMap<T, string>, of: T, write: () => string): string {
  const before = digests.get(of);
  if (before !== undefined) return before;
  const digest = digestOf(write(), digestLengthHex);
  digests.set(of, digest);
  return digest;
}

function withoutMark(inner: unknown): unknown {
  if (typeof inner !== 'object' || inner === null) return inner;
  const { cache_control: _mark, ...kept } = inner as Record<string, unknown>;
  return kept;
}

/** A JSON value whose texts have no white space. */
export function withoutSpace(value: unknown): unknown {
  if (typeof value === 'string') return spaceless(value);
  if (Array.isArray(value)) return value.map(withoutSpace);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutSpace(inner)]));
}

/** A text as it is compared where white space is ignored: with none. */
export function spaceless(text: string): string {
  return text.replace(/\s+/g, '');
}
