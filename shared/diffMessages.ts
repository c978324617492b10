import { z } from 'zod';
import { type AlignItem, alignItems, type Pairing } from './alignItems.ts';
import { canonicalJson } from './digest.ts';
import {
  type Block,
  blockSchema,
  blocksOf,
  isToolResult,
  isToolUse,
  type Message,
  type Messages,
  messageSchema,
} from './message.ts';

/** A block on one or both sides. `changed` blocks are compared by words when they are looked at. */
export const blockDiffSchema = z.object({
  kind: z.enum(['same', 'added', 'removed', 'changed']),
  left: blockSchema.nullable(),
  right: blockSchema.nullable(),
});
export type BlockDiff = z.infer<typeof blockDiffSchema>;

/** A message on one or both sides, with the indices it has there. */
export const messageDiffSchema = z.object({
  kind: z.enum(['same', 'added', 'removed', 'changed']),
  leftIndex: z.int().nullable(),
  rightIndex: z.int().nullable(),
  left: messageSchema.nullable(),
  right: messageSchema.nullable(),
  /** Block by block, for `changed` messages only. */
  blocks: z.array(blockDiffSchema),
});
export type MessageDiff = z.infer<typeof messageDiffSchema>;

/** A message that differs between two `messages` arrays: its place in both, and those of its blocks that differ. */
export const messageChangeSchema = messageDiffSchema
  .omit({ left: true, right: true })
  .extend({ role: messageSchema.shape.role });
export type MessageChange = z.infer<typeof messageChangeSchema>;

/** All messages in order; stretches that are the same carry only indices, not the messages. */
export const messagesDiffSchema = z.object({
  entries: z.array(messageDiffSchema),
  summary: z.object({ same: z.int(), added: z.int(), removed: z.int(), changed: z.int() }),
});
export type MessagesDiff = z.infer<typeof messagesDiffSchema>;

/** Whether nothing differs. */
export function isEmptyDiff({ summary }: MessagesDiff): boolean {
  return summary.added + summary.removed + summary.changed === 0;
}

/**
 * The diff of two `messages` arrays, aligned by content and call ids, never by index. `cache_control` marks are no
 * change, nor is a string in place of one text block (marks turn one into the other). Entries that are not `same`
 * carry their messages. Pure; the work is bounded (see `alignItems`).
 */
export function diffMessages(left: Messages, right: Messages): MessagesDiff {
  const leftItems = left.map(itemOfMessage);
  const rightItems = right.map(itemOfMessage);
  const places = inOrder(alignItems(leftItems, rightItems), left.length, right.length);
  const entries = places.map(([l, r]): MessageDiff => {
    const from = l === null ? null : (left[l] ?? null);
    const to = r === null ? null : (right[r] ?? null);
    const kind = kindOf(l === null ? null : leftItems[l], r === null ? null : rightItems[r]);
    const place = { kind, leftIndex: l, rightIndex: r };
    if (kind === 'same') return { ...place, left: null, right: null, blocks: [] };
    const blocks = from && to ? diffBlocks(blocksOf(from), blocksOf(to)) : [];
    return { ...place, left: from, right: to, blocks };
  });
  const count = (kind: MessageDiff['kind']) => entries.filter(entry => entry.kind === kind).length;
  const [same, added, removed, changed] = [count('same'), count('added'), count('removed'), count('changed')];
  return { entries, summary: { same, added, removed, changed } };
}

/**
 * What differs between two `messages` arrays, nothing of what does not. Made for copies: what both begin and end with is
 * found by identity, and only the stretch between is compared.
 */
export function changesBetween(left: Messages, right: Messages): MessageChange[] {
  const start = sharedLength(left, right);
  const end = sharedLength(left.slice(start).reverse(), right.slice(start).reverse());
  const { entries } = diffMessages(
    left.slice(start, left.length - end),
    right.slice(start, right.length - end),
  );
  return entries.flatMap((entry): MessageChange[] => {
    const message = entry.right ?? entry.left;
    if (entry.kind === 'same' || message === null) return [];
    const blocks = entry.left && entry.right ? entry.blocks : oneSided(entry);
    const moved = (index: number | null) => (index === null ? null : index + start);
    return [
      {
        kind: entry.kind,
        leftIndex: moved(entry.leftIndex),
        rightIndex: moved(entry.rightIndex),
        role: message.role,
        blocks: blocks.filter(block => block.kind !== 'same'),
      },
    ];
  });
}

function sharedLength(left: Messages, right: Messages): number {
  let length = 0;
  while (length < left.length && length < right.length && left[length] === right[length]) length += 1;
  return length;
}

function oneSided({ left, right }: MessageDiff): BlockDiff[] {
  const removed = left ? blocksOf(left) : [];
  const added = right ? blocksOf(right) : [];
  return [
    ...removed.map((block): BlockDiff => ({ kind: 'removed', left: block, right: null })),
    ...added.map((block): BlockDiff => ({ kind: 'added', left: null, right: block })),
  ];
}

function diffBlocks(left: readonly Block[], right: readonly Block[]): BlockDiff[] {
  const leftItems = left.map(itemOfBlock);
  const rightItems = right.map(itemOfBlock);
  return inOrder(alignItems(leftItems, rightItems), left.length, right.length).map(([l, r]) => ({
    kind: kindOf(l === null ? null : leftItems[l], r === null ? null : rightItems[r]),
    left: l === null ? null : (left[l] ?? null),
    right: r === null ? null : (right[r] ?? null),
  }));
}

function kindOf(
  left: AlignItem | null | undefined,
  right: AlignItem | null | undefined,
): MessageDiff['kind'] {
  if (!left) return 'added';
  if (!right) return 'removed';
  return left.exact === right.exact ? 'same' : 'changed';
}

type Place = readonly [left: number | null, right: number | null];

/** Pairs and what lies between them in reading order: in each gap what was removed, then what was added. */
function inOrder(pairs: readonly Pairing[], leftLength: number, rightLength: number): Place[] {
  const places: Place[] = [];
  let [l, r] = [0, 0];
  for (const [nextLeft, nextRight] of [...pairs, [leftLength, rightLength] as const]) {
    while (l < nextLeft) places.push([l++, null]);
    while (r < nextRight) places.push([null, r++]);
    if (nextLeft < leftLength && nextRight < rightLength) places.push([l++, r++]);
  }
  return places;
}

function itemOfMessage(message: Message): AlignItem {
  const blocks = blocksOf(message);
  return {
    kind: message.role,
    exact: exactOfMessage(message),
    ids: blocks.flatMap(idsOfBlock),
    words: lazily(() => wordHashes(blocks)),
  };
}

function itemOfBlock(block: Block): AlignItem {
  return {
    kind: block.type,
    exact: exactOfBlock(block),
    ids: idsOfBlock(block),
    words: lazily(() => wordHashes([block])),
  };
}

/** Most messages lie in equal stretches, and nobody ever asks for their words. */
function lazily<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

function idsOfBlock(block: Block): string[] {
  if (isToolUse(block)) return [block.id];
  return isToolResult(block) ? [block.tool_use_id] : [];
}

function exactOfMessage(message: Message): string {
  const { role, content: _content, ...others } = message;
  return [role, canonicalJson(others), ...blocksOf(message).map(exactOfBlock)].join('\n');
}

/** A block as JSON with sorted keys and without cache marks, its own and those of the blocks in its content. */
function exactOfBlock(block: Block): string {
  const { cache_control: _mark, ...rest } = block;
  if (!Array.isArray(rest.content)) return canonicalJson(rest);
  const content = rest.content.map(inner => {
    if (typeof inner !== 'object' || inner === null) return inner;
    const { cache_control: _innerMark, ...kept } = inner as Record<string, unknown>;
    return kept;
  });
  return canonicalJson({ ...rest, content });
}

const wordsLookedAt = { texts: 40, characters: 4000, distinct: 128 };

/** Hashes of the first words in the values of some blocks, keys and ids apart, sorted and distinct. */
function wordHashes(blocks: readonly Block[]): number[] {
  const texts: string[] = [];
  for (const block of blocks) collectTexts(block, texts);
  const words =
    texts
      .join(' ')
      .slice(0, wordsLookedAt.characters)
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  const hashes = new Set<number>();
  for (const word of words) {
    hashes.add(hashOf(word));
    if (hashes.size === wordsLookedAt.distinct) break;
  }
  return [...hashes].sort((a, b) => a - b);
}

const keysWithoutWords = new Set(['id', 'tool_use_id', 'signature', 'cache_control', 'type']);

function collectTexts(value: unknown, texts: string[]) {
  if (texts.length >= wordsLookedAt.texts) return;
  if (typeof value === 'string') texts.push(value.slice(0, wordsLookedAt.characters));
  else if (typeof value === 'number' || typeof value === 'boolean') texts.push(String(value));
  else if (Array.isArray(value)) for (const inner of value) collectTexts(inner, texts);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (!keysWithoutWords.has(key)) collectTexts(inner, texts);
    }
  }
}

/** FNV-1a, 32 bits: small, quick, and a rare collision only makes two messages look a little more alike. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) {
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
