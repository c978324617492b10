import { diffArrays, diffWordsWithSpace } from 'diff';

/** A piece of a text that both sides have, or one of them. */
export interface TextPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** A line on one or both sides, with its numbers there (from 1). Its parts say which words differ. */
export interface LineDiff {
  kind: 'same' | 'added' | 'removed';
  leftLine: number | null;
  rightLine: number | null;
  parts: TextPart[];
}

/** How long a text is that was not compared. */
export interface TextSize {
  characters: number;
  lines: number;
}

/** Short texts by words, long ones by lines, and honestly nothing where a comparison would take too long. */
export type TextDiff =
  | { kind: 'same' }
  | { kind: 'words'; parts: TextPart[] }
  | { kind: 'lines'; lines: LineDiff[] }
  | { kind: 'too-large'; reason: TooLargeReason; left: TextSize; right: TextSize };
export type TooLargeReason = 'too-long' | 'too-many-lines' | 'line-too-long' | 'too-different';

/** Beyond these a text is not compared: the page must answer at once. */
export const textDiffLimits = { characters: 400_000, lines: 8_000, lineCharacters: 20_000 };

const wordsUpTo = { characters: 1_500, lines: 6 };
const maxLineEdits = 1_000;
const maxWordEdits = 400;
const markedLine = { characters: 1_000, perText: 300 };
/** With less in common, marks on single words only disturb: one text is shown after the other. */
const leastInCommon = 0.3;

/**
 * Compares two texts: by words where both are short, else by lines with the differing words marked. Pure; takes
 * some 100 ms at most, and says `too-large` where that would not do.
 * @param options `byLines`: lines even where both are short, as code is read
 */
export function diffText(left: string, right: string, options: { byLines?: boolean } = {}): TextDiff {
  if (left === right) return { kind: 'same' };
  const reason = tooLarge(left) ?? tooLarge(right);
  if (reason) return { kind: 'too-large', reason, left: sizeOf(left), right: sizeOf(right) };
  const [leftLines, rightLines] = [left.split('\n'), right.split('\n')];
  const isShort = (text: string, lines: string[]) =>
    text.length <= wordsUpTo.characters && lines.length <= wordsUpTo.lines;
  if (!options.byLines && isShort(left, leftLines) && isShort(right, rightLines)) {
    return { kind: 'words', parts: diffWords(left, right) ?? replaced(left, right) };
  }
  const lines = diffLines(leftLines, rightLines);
  if (lines) return { kind: 'lines', lines };
  return { kind: 'too-large', reason: 'too-different', left: sizeOf(left), right: sizeOf(right) };
}

function tooLarge(text: string): TooLargeReason | null {
  if (text.length > textDiffLimits.characters) return 'too-long';
  const lines = text.split('\n');
  if (lines.length > textDiffLimits.lines) return 'too-many-lines';
  return lines.some(line => line.length > textDiffLimits.lineCharacters) ? 'line-too-long' : null;
}

function sizeOf(text: string): TextSize {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return { characters: text.length, lines };
}

/** Words and the spaces between them; null where too little is the same. */
function diffWords(left: string, right: string): TextPart[] | null {
  const changes = diffWordsWithSpace(left, right, { maxEditLength: maxWordEdits });
  if (!changes) return null;
  const parts = changes.map(
    ({ value, added, removed }): TextPart => ({ kind: kindOf(added, removed), text: value }),
  );
  const common = parts.reduce((sum, part) => sum + (part.kind === 'same' ? part.text.trim().length : 0), 0);
  return common < leastInCommon * Math.min(left.length, right.length) ? null : parts;
}

function replaced(left: string, right: string): TextPart[] {
  const parts: TextPart[] = [
    { kind: 'removed', text: left },
    { kind: 'added', text: right },
  ];
  return parts.filter(part => part.text !== '');
}

function kindOf(added: boolean, removed: boolean): TextPart['kind'] {
  return added ? 'added' : removed ? 'removed' : 'same';
}

/** Null where the texts differ in too many lines. */
function diffLines(left: string[], right: string[]): LineDiff[] | null {
  const changes = diffArrays(left, right, { maxEditLength: maxLineEdits });
  if (!changes) return null;
  const lines: LineDiff[] = [];
  let [l, r] = [1, 1];
  let marksLeft = markedLine.perText;
  changes.forEach((change, index) => {
    const kind = kindOf(change.added, change.removed);
    for (const text of change.value) {
      lines.push({
        kind,
        leftLine: kind === 'added' ? null : l++,
        rightLine: kind === 'removed' ? null : r++,
        parts: [{ kind, text }],
      });
    }
    const before = changes[index - 1];
    if (kind !== 'added' || !before?.removed) return;
    const paired = Math.min(before.count, change.count, marksLeft);
    marksLeft -= paired;
    markWords(lines.slice(-change.count - before.count), before.count, paired);
  });
  return lines;
}

/** Marks the words that differ between the n-th removed and the n-th added line of one change. */
function markWords(lines: readonly LineDiff[], removedCount: number, paired: number) {
  for (let index = 0; index < paired; index++) {
    const removed = lines[index];
    const added = lines[removedCount + index];
    const before = removed?.parts[0]?.text ?? '';
    const after = added?.parts[0]?.text ?? '';
    if (!removed || !added || before.length > markedLine.characters || after.length > markedLine.characters)
      continue;
    const parts = diffWords(before, after);
    if (!parts) continue;
    removed.parts = parts.filter(part => part.kind !== 'added');
    added.parts = parts.filter(part => part.kind !== 'removed');
  }
}
