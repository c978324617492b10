import { diffLines, type LineDiff } from './diffLines.ts';
import { diffWords, type TextPart } from './diffWords.ts';
import { spaceless } from './digestMessages.ts';
import { firstDifference, type TextExcerpt } from './firstDifference.ts';

export type { LineDiff } from './diffLines.ts';
export type { TextPart } from './diffWords.ts';
export type { TextExcerpt } from './firstDifference.ts';

/** How long a text is. */
export interface TextSize {
  characters: number;
  lines: number;
}

/** What is compared up to here; what lies beyond is shown otherwise, and said to be. */
export interface TextDiffLimits {
  /** Of one text, its lines, and one of its lines. Beyond: `too-large`. */
  characters: number;
  lines: number;
  lineCharacters: number;
  /** Where more lines differ, lines are paired only where they stand once on each side (`isCoarse`). */
  lineEdits: number;
  /** Where more words of a line or of a short text differ, it is shown as replaced. */
  wordEdits: number;
}

/** Up to these a comparison takes some 100 ms at most. */
export const textDiffLimits: TextDiffLimits = {
  characters: 400_000,
  lines: 8_000,
  lineCharacters: 20_000,
  lineEdits: 600,
  wordEdits: 400,
};

/** Up to these it takes some seconds at most: for a thread that keeps nobody waiting. */
export const patientTextDiffLimits: TextDiffLimits = {
  ...textDiffLimits,
  characters: 20_000_000,
  lines: 200_000,
  lineEdits: 2_000,
};

/** Short texts by words, long ones by lines, and honestly only the place where they part where that would take too long. */
export type TextDiff =
  | { kind: 'same' }
  | { kind: 'words'; parts: TextPart[] }
  /** `isCoarse`: too different for the shortest way from one to the other; what differs stands in stretches. */
  | { kind: 'lines'; lines: LineDiff[]; isCoarse: boolean }
  | { kind: 'too-large'; reason: TooLargeReason; left: TextOutline; right: TextOutline; same: SameEnds };
export type TooLargeReason = 'too-long' | 'too-many-lines' | 'line-too-long';

/** A text that was not compared: how long it is, and how it reads where it parts from the other. */
export interface TextOutline extends TextSize {
  excerpt: TextExcerpt;
}

/** How many characters both texts begin and end with. */
export interface SameEnds {
  startCharacters: number;
  endCharacters: number;
}

export interface TextDiffOptions {
  /** Lines even where both are short, as code is read. */
  byLines?: boolean;
  /** White space is no change: what differs in nothing else reads as it does on the right. */
  ignoreSpace?: boolean;
  /** Those that are not given are `textDiffLimits`. */
  limits?: Partial<TextDiffLimits>;
}

const wordsUpTo = { characters: 1_500, lines: 6 };

/** Compares two texts: by words where both are short, else by lines with the differing words marked. Pure. */
export function diffText(left: string, right: string, options: TextDiffOptions = {}): TextDiff {
  const { byLines = false, ignoreSpace = false } = options;
  if (left === right || (ignoreSpace && spaceless(left) === spaceless(right))) return { kind: 'same' };
  const limits = { ...textDiffLimits, ...options.limits };
  const reason = tooLarge(left, limits) ?? tooLarge(right, limits);
  if (reason) return parting(left, right, reason);
  const [leftLines, rightLines] = [left.split('\n'), right.split('\n')];
  const isShort = (text: string, lines: string[]) =>
    text.length <= wordsUpTo.characters && lines.length <= wordsUpTo.lines;
  if (!byLines && isShort(left, leftLines) && isShort(right, rightLines)) {
    const parts = diffWords(left, right, { ignoreSpace, maxEdits: limits.wordEdits });
    return { kind: 'words', parts: parts ?? replaced(left, right) };
  }
  return { kind: 'lines', ...diffLines(leftLines, rightLines, { ignoreSpace, limits }) };
}

function tooLarge(text: string, limits: TextDiffLimits): TooLargeReason | null {
  if (text.length > limits.characters) return 'too-long';
  let lines = 1;
  for (let start = 0; ; lines++) {
    const end = text.indexOf('\n', start);
    if ((end < 0 ? text.length : end) - start > limits.lineCharacters) return 'line-too-long';
    if (end < 0) break;
    start = end + 1;
  }
  return lines > limits.lines ? 'too-many-lines' : null;
}

function parting(left: string, right: string, reason: TooLargeReason): TextDiff {
  const { startCharacters, endCharacters, excerpts } = firstDifference(left, right);
  return {
    kind: 'too-large',
    reason,
    left: { ...sizeOf(left), excerpt: excerpts.left },
    right: { ...sizeOf(right), excerpt: excerpts.right },
    same: { startCharacters, endCharacters },
  };
}

function sizeOf(text: string): TextSize {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return { characters: text.length, lines };
}

function replaced(left: string, right: string): TextPart[] {
  const parts: TextPart[] = [
    { kind: 'removed', text: left },
    { kind: 'added', text: right },
  ];
  return parts.filter(part => part.text !== '');
}
