import { type Block, blocksOf, isToolResult, isToolUse, type Messages } from '../message.ts';
import {
  type AlignedPlace,
  type AlignItem,
  type AlignList,
  alignItems,
  type Compared,
} from './alignItems.ts';
import { contentWords } from './contentWords.ts';
import {
  type CompareOptions,
  type DigestedMessages,
  digestMessages,
  digestOfBlock,
} from './digestMessages.ts';
import type { BlockDiff, DiffSummary, MessageDiff, MessagesDiff } from './messagesDiff.ts';

/**
 * The diff of two `messages` arrays, aligned by content and call ids, never by index. `cache_control` marks are no
 * change, nor is a string in place of one text block (marks turn one into the other). Pure; what both share costs one
 * check of digests a message, and the work on the rest grows with its length (see `alignItems`).
 * @param options those that sides which come with digests were digested with
 * @param compared is counted up: what was compared
 */
export function diffMessages(
  left: Messages | DigestedMessages,
  right: Messages | DigestedMessages,
  options: CompareOptions = {},
  compared?: Compared,
): MessagesDiff {
  const [before, after] = [digested(left, options), digested(right, options)];
  const places = alignItems(listOfMessages(before), listOfMessages(after), compared);
  const entries = places.map(place => entryAt(place, before.messages, after.messages, options));
  return { entries, summary: summaryOf(places) };
}

function digested(side: Messages | DigestedMessages, options: CompareOptions): DigestedMessages {
  return 'digests' in side ? side : digestMessages(side, options);
}

function entryAt(
  place: AlignedPlace,
  lefts: Messages,
  rights: Messages,
  options: CompareOptions,
): MessageDiff {
  const { kind, left: leftIndex, right: rightIndex, count } = place;
  const left = standsLeft(kind) ? (lefts[leftIndex ?? -1] ?? null) : null;
  const right = standsRight(kind) ? (rights[rightIndex ?? -1] ?? null) : null;
  const blocks = left && right ? diffBlocks(blocksOf(left), blocksOf(right), options) : [];
  return { kind, leftIndex, rightIndex, count, left, right, blocks };
}

const standsLeft = (kind: MessageDiff['kind']) =>
  kind === 'removed' || kind === 'changed' || kind === 'moved-away';
const standsRight = (kind: MessageDiff['kind']) =>
  kind === 'added' || kind === 'changed' || kind === 'moved-here';

function summaryOf(places: readonly AlignedPlace[]): DiffSummary {
  const count = (kind: AlignedPlace['kind']) =>
    places.reduce((sum, place) => sum + (place.kind === kind ? place.count : 0), 0);
  return {
    same: count('same'),
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    moved: count('moved-here'),
  };
}

/** The blocks of two messages that belong together, in order. What a diff left out is compared so, once it is fetched. */
export function diffBlocks(
  lefts: readonly Block[],
  rights: readonly Block[],
  options: CompareOptions,
): BlockDiff[] {
  const places = alignItems(listOfBlocks(lefts, options), listOfBlocks(rights, options));
  return places.flatMap(({ kind, left, right, count }) =>
    Array.from({ length: count }, (_, at): BlockDiff => {
      const [leftIndex, rightIndex] = [left === null ? null : left + at, right === null ? null : right + at];
      return {
        kind,
        leftIndex,
        rightIndex,
        left: kind === 'moved-here' ? null : (lefts[leftIndex ?? -1] ?? null),
        right: kind === 'moved-away' ? null : (rights[rightIndex ?? -1] ?? null),
      };
    }),
  );
}

function listOfMessages({ messages, digests }: DigestedMessages): AlignList {
  return {
    digests,
    itemAt: remembered(index => {
      const message = messages[index];
      const blocks = message ? blocksOf(message) : [];
      return itemOf(message?.role ?? '', blocks);
    }),
  };
}

function listOfBlocks(blocks: readonly Block[], options: CompareOptions): AlignList {
  return {
    digests: blocks.map(block => digestOfBlock(block, options)),
    itemAt: remembered(index => itemOf(blocks[index]?.type ?? '', blocks.slice(index, index + 1))),
  };
}

/** Its words are asked for only where nothing better is known. */
function itemOf(kind: string, blocks: readonly Block[]): AlignItem {
  let words: number[] | undefined;
  return {
    kind,
    ids: blocks.flatMap(idsOfBlock),
    get words() {
      words ??= contentWords(blocks);
      return words;
    },
  };
}

function remembered<T>(make: (index: number) => T): (index: number) => T {
  const made = new Map<number, T>();
  return index => {
    const before = made.get(index);
    if (before !== undefined) return before;
    const value = make(index);
    made.set(index, value);
    return value;
  };
}

function idsOfBlock(block: Block): string[] {
  if (isToolUse(block)) return [block.id];
  return isToolResult(block) ? [block.tool_use_id] : [];
}
