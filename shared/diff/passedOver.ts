import { blocksOf, type Message } from '../message.ts';
import type { DigestedMessages } from './digestMessages.ts';
import type { PassedOver } from './sceneDiff.ts';

/**
 * What differs between two `messages` arrays that count as the same: cache marks, the form in which the same content is
 * written, white space. Compares every message: for a diff that would else be empty.
 * @param left digested without passing over white space; so is `right`
 */
export function passedOverIn(left: DigestedMessages, right: DigestedMessages): PassedOver[] {
  const found = new Set<PassedOver>();
  left.messages.forEach((before, index) => {
    const after = right.messages[index];
    if (!after || before === after) return;
    if (left.digests[index] !== right.digests[index]) found.add('white-space');
    if (marksOf(before) !== marksOf(after)) found.add('cache-marks');
    else if (left.digests[index] === right.digests[index] && !isWrittenTheSame(before, after))
      found.add('form');
  });
  return [...found].sort();
}

const isWrittenTheSame = (left: Message, right: Message) => JSON.stringify(left) === JSON.stringify(right);

function marksOf(message: Message): string {
  const markOf = (value: unknown) =>
    typeof value === 'object' && value !== null && 'cache_control' in value ? value.cache_control : null;
  return JSON.stringify(
    blocksOf(message).map(block => [
      markOf(block),
      ...(Array.isArray(block.content) ? block.content.map(markOf) : []),
    ]),
  );
}
