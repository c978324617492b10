import { createHash } from 'node:crypto';
import { canonicalJson } from '../../shared/digest.ts';
import { type Block, blocksOf, type Message, type Messages } from '../../shared/message.ts';

/** A digest of the first `count` messages. */
export type MessagePrefix = [count: number, digest: string];

/** How many boundaries at the end are kept: enough for a scene to be found again in those right after it. */
const keptBoundaries = 8;

/**
 * Digests of the beginnings of `messages`: of the whole and of the last few shorter ones, and of those in `wanted`.
 * Two scenes begin alike where their digests for one count are equal. Marks for the cache, the order of keys and a
 * text written as one block make no difference: programs change them from one save to the next.
 */
export function messagePrefixes(messages: Messages, wanted: readonly number[] = []): MessagePrefix[] {
  const first = messages.length - keptBoundaries;
  const prefixes: MessagePrefix[] = [];
  let digest = '';
  for (let count = 0; count <= messages.length; count++) {
    const added = messages[count - 1];
    if (added)
      digest = createHash('sha256').update(digest).update(comparable(added)).digest('hex').slice(0, 24);
    if (count >= first || wanted.includes(count)) prefixes.push([count, digest]);
  }
  return prefixes;
}

function comparable(message: Message): string {
  return canonicalJson({ ...message, content: blocksOf(message).map(unmarked) });
}

function unmarked({ cache_control: _mark, ...block }: Block): Block {
  return Array.isArray(block.content) ? { ...block, content: block.content.map(withoutMark) } : block;
}

function withoutMark(inner: unknown): unknown {
  if (typeof inner !== 'object' || inner === null || !('cache_control' in inner)) return inner;
  const { cache_control: _mark, ...rest } = inner;
  return rest;
}
