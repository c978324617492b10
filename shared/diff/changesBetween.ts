import { blocksOf, type Message, type Messages } from '../message.ts';
import { diffMessages } from './diffMessages.ts';
import type { BlockDiff, MessageChange } from './messagesDiff.ts';

/**
 * What differs between two `messages` arrays, nothing of what does not. Made for copies: what both begin and end with is
 * found by identity, and only the stretch between is compared.
 */
export function changesBetween(left: Messages, right: Messages): MessageChange[] {
  const start = sharedLength(left, right);
  const end = sharedLength(left.slice(start).reverse(), right.slice(start).reverse());
  const between = (messages: Messages) => messages.slice(start, messages.length - end);
  const moved = (index: number | null) => (index === null ? null : index + start);
  return diffMessages(between(left), between(right)).entries.flatMap((entry): MessageChange[] => {
    const message = entry.right ?? entry.left;
    if (entry.kind === 'same' || message === null) return [];
    const blocks = entry.left && entry.right ? entry.blocks : blocksOnOneSide(entry);
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

function blocksOnOneSide({ left, right }: { left: Message | null; right: Message | null }): BlockDiff[] {
  const removed = left ? blocksOf(left) : [];
  const added = right ? blocksOf(right) : [];
  return [
    ...removed.map((block, leftIndex): BlockDiff => {
      return { kind: 'removed', leftIndex, rightIndex: null, left: block, right: null };
    }),
    ...added.map((block, rightIndex): BlockDiff => {
      return { kind: 'added', leftIndex: null, rightIndex, left: null, right: block };
    }),
  ];
}
