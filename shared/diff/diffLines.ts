import { diffArrays } from 'diff';
import type { TextDiffLimits } from './diffText.ts';
import { diffWords, type TextPart } from './diffWords.ts';
import { spaceless } from './digestMessages.ts';
import { sameRuns } from './sameRuns.ts';

/** A line on one or both sides, with its numbers there (from 1). Its parts say which words differ. */
export interface LineDiff {
  kind: 'same' | 'added' | 'removed';
  leftLine: number | null;
  rightLine: number | null;
  parts: TextPart[];
}

interface LineOptions {
  ignoreSpace: boolean;
  limits: Pick<TextDiffLimits, 'lineEdits' | 'wordEdits'>;
}

/** Words are marked in lines up to this, in so many of a text, and, where they are long, in fewer: the work grows with the area. */
const marked = { lineCharacters: 1_000, lines: 300, area: 10_000_000 };

/** Neighbouring lines of one kind. */
interface LineRun {
  kind: LineDiff['kind'];
  count: number;
}

/** Lines compared with lines, by the shortest way from one side to the other, or, where that is far, coarsely. */
export function diffLines(
  left: readonly string[],
  right: readonly string[],
  options: LineOptions,
): { lines: LineDiff[]; isCoarse: boolean } {
  const keysOf = (lines: readonly string[]) => (options.ignoreSpace ? lines.map(spaceless) : lines);
  const [leftKeys, rightKeys] = [keysOf(left), keysOf(right)];
  const exact = shortestRuns(leftKeys, rightKeys, options.limits.lineEdits);
  const runs = exact ?? coarseRuns(leftKeys, rightKeys);
  return { lines: linesOfRuns(left, right, runs, options), isCoarse: exact === null };
}

/** Null where more than `maxEdits` lines differ. */
function shortestRuns(left: readonly string[], right: readonly string[], maxEdits: number): LineRun[] | null {
  if (leastEdits(left, right) > maxEdits) return null;
  const changes = diffArrays([...left], [...right], { maxEditLength: maxEdits });
  return (
    changes?.map(({ added, removed, count }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      count,
    })) ?? null
  );
}

/** Lines that only one side has at all: fewer edits cannot do. Spares the search a hopeless case. */
function leastEdits(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of right) {
    const count = counts.get(line) ?? 0;
    if (count === 0) continue;
    counts.set(line, count - 1);
    common++;
  }
  return left.length + right.length - 2 * common;
}

/** Equal beginnings and ends, and what stands once on each side, stay; all between was removed and added. */
function coarseRuns(left: readonly string[], right: readonly string[]): LineRun[] {
  const runs: LineRun[] = [];
  let [l, r] = [0, 0];
  const upTo = (nextLeft: number, nextRight: number) => {
    push(runs, 'removed', nextLeft - l);
    push(runs, 'added', nextRight - r);
    [l, r] = [nextLeft, nextRight];
  };
  for (const same of sameRuns(left, right)) {
    upTo(same.left, same.right);
    push(runs, 'same', same.count);
    [l, r] = [l + same.count, r + same.count];
  }
  upTo(left.length, right.length);
  return runs;
}

function push(runs: LineRun[], kind: LineRun['kind'], count: number) {
  const last = runs.at(-1);
  if (count > 0 && last?.kind === kind) last.count += count;
  else if (count > 0) runs.push({ kind, count });
}

/** Lines and numbers for runs; the n-th removed line of a change is compared with its n-th added one by words. */
function linesOfRuns(
  left: readonly string[],
  right: readonly string[],
  runs: readonly LineRun[],
  options: LineOptions,
): LineDiff[] {
  const lines: LineDiff[] = [];
  let [l, r] = [0, 0];
  const room = { lines: marked.lines, area: marked.area };
  runs.forEach(({ kind, count }, index) => {
    for (let nth = 0; nth < count; nth++) {
      const text = (kind === 'removed' ? left[l] : right[r]) ?? '';
      const leftLine = kind === 'added' ? null : ++l;
      const rightLine = kind === 'removed' ? null : ++r;
      lines.push({ kind, leftLine, rightLine, parts: [{ kind, text }] });
    }
    const before = runs[index - 1];
    if (kind !== 'added' || before?.kind !== 'removed') return;
    const first = lines.length - count - before.count;
    for (let nth = 0; nth < Math.min(before.count, count, room.lines); nth++) {
      const [removed, added] = [lines[first + nth], lines[first + before.count + nth]];
      if (removed && added && hasRoom(removed, added, room)) markWords(removed, added, options);
    }
    room.lines -= Math.min(before.count, count, room.lines);
  });
  return lines;
}

/** Takes the room that comparing two lines by words may need. */
function hasRoom(removed: LineDiff, added: LineDiff, room: { area: number }): boolean {
  const [before, after] = [lengthOf(removed), lengthOf(added)];
  if (Math.max(before, after) > marked.lineCharacters || before * after > room.area) return false;
  room.area -= before * after;
  return true;
}

const lengthOf = ({ parts }: LineDiff) => parts[0]?.text.length ?? 0;

/** Marks the words that differ between two lines that stand for each other. */
function markWords(removed: LineDiff, added: LineDiff, { ignoreSpace, limits }: LineOptions) {
  const [before = '', after = ''] = [removed.parts[0]?.text, added.parts[0]?.text];
  const compared = (first: string, second: string) =>
    diffWords(first, second, { ignoreSpace, maxEdits: limits.wordEdits });
  const parts = compared(before, after);
  // With white space ignored, what is the same reads as it does on the right: the left's own words are those of the way back.
  const back = ignoreSpace ? compared(after, before)?.map(turned) : parts;
  if (!parts || !back) return;
  added.parts = parts.filter(part => part.kind !== 'removed');
  removed.parts = back.filter(part => part.kind !== 'added');
}

/** A part of the way back, as it stands on the way there. */
function turned({ kind, text }: TextPart): TextPart {
  const kinds = { same: 'same', added: 'removed', removed: 'added' } as const;
  return { kind: kinds[kind], text };
}
