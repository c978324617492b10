/** How much of a text is shown before anybody asks for more: of an output, and of an input, whose output follows. */
export const foldLimits = {
  long: { lines: 40, characters: 4_000 },
  short: { lines: 12, characters: 1_200 },
};
export type FoldLimit = keyof typeof foldLimits;

/** So much of one text is printed; behind that is said how much is left out. */
export const printedCharacters = 20_000;

/** By how many characters more is shown each time. */
export const stepCharacters = 100_000;

export interface ShownText {
  text: string;
  totalLines: number;
  totalCharacters: number;
  /** Characters that are left out at the end. */
  leftOut: number;
}

/**
 * The part of a text that is shown. `steps` 0 is folded; each further step shows so many characters more, so that
 * megabytes never reach the page at once. Cuts at a line's end where one is near, never inside a surrogate pair.
 */
export function shownText(text: string, steps: number, limit: FoldLimit = 'long'): ShownText {
  const end = steps === 0 ? foldedEnd(text, foldLimits[limit]) : cutAt(text, steps * stepCharacters);
  return {
    text: text.slice(0, end),
    totalLines: lineCount(text),
    totalCharacters: text.length,
    leftOut: text.length - end,
  };
}

/** The part of a text that is put on paper. */
export function printedText(text: string): ShownText {
  const end = cutAt(text, printedCharacters);
  return {
    text: text.slice(0, end),
    totalLines: lineCount(text),
    totalCharacters: text.length,
    leftOut: text.length - end,
  };
}

/** A window begins so far before what it is opened for, for what led to it. */
const leadCharacters = 2_000;

/**
 * How a text is shown so that a place of it is seen, or null where it is seen already: unfolded, or where it lies far
 * behind, from shortly before it on. `shown` and the place count from the start of the text.
 */
export function windowOn(
  text: string,
  [start, end]: readonly [start: number, end: number],
  shown: { from: number; end: number },
): { from: number; steps: number } | null {
  if (start >= shown.from && end <= shown.end) return null;
  if (cutAt(text, stepCharacters) >= end) return { from: 0, steps: 1 };
  const line = text.lastIndexOf('\n', start - leadCharacters);
  const near = start - line <= 2 * leadCharacters ? line + 1 : start - leadCharacters;
  return { from: isInsidePair(text, near) ? near - 1 : near, steps: 1 };
}

/** Lines of a text; an end of line at its end starts no other. */
export function lineCount(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** A few lines or characters too many are not worth a fold. */
const slack = 1.25;

function foldedEnd(text: string, { lines, characters }: { lines: number; characters: number }): number {
  const end = Math.min(endOfLine(text, lines), cutAt(text, characters));
  if (end === text.length) return end;
  const isNearlyAll = text.length <= characters * slack && lineCount(text) <= lines * slack;
  return isNearlyAll ? text.length : end;
}

function endOfLine(text: string, lines: number): number {
  let at = -1;
  for (let line = 0; line < lines; line++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return text.length;
  }
  return at;
}

function cutAt(text: string, characters: number): number {
  if (text.length <= characters) return text.length;
  const line = text.lastIndexOf('\n', characters);
  if (line > characters * 0.8) return line;
  return isInsidePair(text, characters) ? characters - 1 : characters;
}

function isInsidePair(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff;
}
