/** A part of a text, with the place that it begins at. */
export interface TextExcerpt {
  text: string;
  /** Characters before it. */
  from: number;
  /** Number of the line that it begins in, from 1. */
  line: number;
}

/** So much is shown of each text, beginning a little before the first difference. */
const shown = { before: 200, characters: 4_000, lines: 40 };
const chunk = 65_536;

/** Where two texts part and where they meet again, and how each reads there. Quick for texts of any length. */
export function firstDifference(
  left: string,
  right: string,
): { startCharacters: number; endCharacters: number; excerpts: { left: TextExcerpt; right: TextExcerpt } } {
  const startCharacters = sameAtStart(left, right);
  const rest = Math.min(left.length, right.length) - startCharacters;
  const endCharacters = sameAtEnd(left, right, rest);
  const from = excerptStart(left, startCharacters);
  return {
    startCharacters,
    endCharacters,
    excerpts: { left: excerptAt(left, from), right: excerptAt(right, from) },
  };
}

/** Whole chunks first, then character by character in the one that differs. */
function sameAtStart(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let at = 0;
  while (at + chunk <= most && left.slice(at, at + chunk) === right.slice(at, at + chunk)) at += chunk;
  while (at < most && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  return at;
}

function sameAtEnd(left: string, right: string, most: number): number {
  const chunkAt = (text: string, fromEnd: number) =>
    text.slice(text.length - fromEnd - chunk, text.length - fromEnd);
  let at = 0;
  while (at + chunk <= most && chunkAt(left, at) === chunkAt(right, at)) at += chunk;
  while (at < most && left.charCodeAt(left.length - 1 - at) === right.charCodeAt(right.length - 1 - at)) at++;
  return at;
}

/** The start of the line, where that is near. */
function excerptStart(text: string, difference: number): number {
  const earliest = Math.max(0, difference - shown.before);
  const lineStart = text.lastIndexOf('\n', difference - 1) + 1;
  const start = difference === 0 ? 0 : Math.max(earliest, lineStart);
  return isLowSurrogate(text, start) ? start + 1 : start;
}

function excerptAt(text: string, from: number): TextExcerpt {
  const cut = text
    .slice(from, from + shown.characters)
    .split('\n', shown.lines)
    .join('\n');
  const end = from + cut.length;
  return { text: isLowSurrogate(text, end) ? cut.slice(0, -1) : cut, from, line: lineNumberAt(text, from) };
}

const isLowSurrogate = (text: string, at: number) => /^[\udc00-\udfff]/.test(text.charAt(at));

function lineNumberAt(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line++;
  return line;
}
