import type { Hit } from './search.ts';
import { type Excerpt, escaped, type Match } from './searchText.ts';

/** A place in the texts of a turn that somebody wants to see. Each wish is another object. */
export interface SoughtPlace {
  hit: Hit;
  /** Which of those places of the turn that look alike, counted from 0. */
  nth: number;
}

/** Behind so many places of one text none is looked for. */
const triedPlaces = 5_000;
/** White space counts as one blank in an excerpt: so much of a text surely holds as much of it. */
const surroundings = 400;

/** What an excerpt shows as its match, with white space of any kind and length where it has a blank. */
export function placePattern({ match }: Pick<Excerpt, 'match'>, flags = ''): RegExp {
  return new RegExp(match.split(' ').map(escaped).join('\\s+'), flags);
}

/**
 * Where in a text the place of an excerpt is, though the text may be drawn in another way than it was searched: of all
 * places with the same match the one whose surroundings are most alike.
 * @returns the match, and whether the surroundings are the same to the last character; null where the match is nowhere
 */
export function foundPlace(
  text: string,
  { hit: { excerpt }, nth }: SoughtPlace,
): { match: Match; isExact: boolean } | null {
  const alike: Match[] = [];
  let most = -1;
  let tried = 0;
  for (const { index, 0: found } of text.matchAll(placePattern(excerpt, 'g'))) {
    const match: Match = [index, index + found.length];
    const likeness = likenessOf(text, match, excerpt);
    if (likeness > most) alike.length = 0;
    if (likeness >= most) alike.push(match);
    most = Math.max(most, likeness);
    tried += 1;
    if (tried >= triedPlaces) break;
  }
  const match = alike[Math.min(nth, alike.length - 1)];
  return match ? { match, isExact: most >= wholeLikeness(excerpt) } : null;
}

/** Characters right before and behind a match that are as in the excerpt. */
function likenessOf(text: string, [start, end]: Match, excerpt: Excerpt): number {
  const before = oneLine(text.slice(Math.max(0, start - surroundings), start));
  const after = oneLine(text.slice(end, end + surroundings));
  return (
    commonStart(backwards(before), backwards(wordsBefore(excerpt))) + commonStart(after, wordsAfter(excerpt))
  );
}

function wholeLikeness(excerpt: Excerpt): number {
  return Array.from(wordsBefore(excerpt)).length + wordsAfter(excerpt).length;
}

/** Without the signs that it was cut. */
const wordsBefore = ({ before }: Excerpt) => before.replace(/^…/, '');
const wordsAfter = ({ after }: Excerpt) => after.replace(/^…|…$/g, '');

const oneLine = (text: string) => text.replace(/\s+/g, ' ');
const backwards = (text: string) => Array.from(text).reverse();

function commonStart(one: ArrayLike<string>, other: ArrayLike<string>): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count++;
  return count;
}
