import type { MessageDiff } from '../../shared/diff/messagesDiff.ts';

/** So many characters of messages go with a diff; in all, and of one of them. */
const limits = { inAll: 3_000_000, ofOne: 1_000_000 };

/**
 * The entries of a diff without the messages that would be too much at once, with how long these are: they are fetched
 * when they are looked at. The first ones go before the later ones.
 */
export function lightEntries(entries: readonly MessageDiff[]): MessageDiff[] {
  let room = limits.inAll;
  return entries.map(entry => {
    if (entry.kind === 'same') return entry;
    const characters = JSON.stringify([entry.left, entry.right]).length;
    if (characters <= Math.min(room, limits.ofOne)) {
      room -= characters;
      return entry;
    }
    return { ...entry, left: null, right: null, blocks: [], leftOut: characters };
  });
}
