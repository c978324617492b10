import { z } from 'zod';

/** What is looked for, and how. */
export interface SearchQuery {
  text: string;
  /** Capital and small letters are told apart. */
  matchCase: boolean;
  /** Only where no letter, digit or underscore stands right before or behind. */
  wholeWord: boolean;
  /** `text` is a regular expression, tried line by line. */
  isPattern: boolean;
}

/** Where a text matches: from the first character up to, not including, the last. */
export type Match = readonly [start: number, end: number];

/** Gives the matches of a text in order, none of them empty, none overlapping. */
export type Matcher = (text: string) => Iterable<Match>;

/** A literal text as an expression: it has nothing to go back on, so that every engine is safe and quick with it. */
export function literalOf(text: string, matchCase: boolean): RegExp {
  return new RegExp(escaped(text), matchCase ? 'g' : 'gi');
}

/** The text with what means something in a regular expression made to mean itself. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

/** A matcher for plain text. */
export function textMatcher({ text, matchCase, wholeWord }: Omit<SearchQuery, 'isPattern'>): Matcher {
  const literal = literalOf(text, matchCase);
  const matcher: Matcher = function* (searched) {
    if (text === '') return;
    for (const { index, 0: found } of searched.matchAll(literal)) yield [index, index + found.length];
  };
  return wholeWord ? wholeWords(matcher) : matcher;
}

/** Those matches of another matcher that neither begin nor end inside a word, in any script. */
export function wholeWords(matcher: Matcher): Matcher {
  return function* (text) {
    for (const match of matcher(text)) if (isWholeWord(text, match)) yield match;
  };
}

const wordCharacter = /[\p{L}\p{N}_]/u;

function isWholeWord(text: string, [start, end]: Match): boolean {
  const isInside = (at: number) => wordCharacter.test(text.charAt(at));
  return !(isInside(start - 1) && isInside(start)) && !(isInside(end - 1) && isInside(end));
}

/** A match with a little of what stands around it, each on one line. */
export const excerptSchema = z.object({ before: z.string(), match: z.string(), after: z.string() });
export type Excerpt = z.infer<typeof excerptSchema>;

const shownBefore = 60;
const shownMatch = 200;
const longWord = 20;
const shownAfter = 120;

/** The surroundings of a match, from its own lines where they are long enough. */
export function excerptOf(text: string, [start, end]: Match): Excerpt {
  const from = wordStart(text, Math.max(0, start - shownBefore), start);
  const to = Math.min(text.length, end + shownAfter);
  return {
    before: `${from > 0 ? '…' : ''}${oneLine(text.slice(from, start)).trimStart()}`,
    match: oneLine(text.slice(start, Math.min(end, start + shownMatch))) || ' ',
    after: `${end > start + shownMatch ? '…' : ''}${oneLine(text.slice(end, to)).trimEnd()}${to < text.length ? '…' : ''}`,
  };
}

/** A cut does not begin inside a word, unless that word is long. */
function wordStart(text: string, from: number, end: number): number {
  if (from === 0) return 0;
  const space = text.slice(from, Math.min(end, from + longWord)).search(/\s/);
  return space < 0 ? from : from + space;
}

/** White space as one space; halves of a pair that a cut left alone go. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}
