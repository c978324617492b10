import { readableJson } from '../../shared/blockText.ts';
import { diffJson, type JsonDiff } from '../../shared/diff/diffJson.ts';
import { diffText, patientTextDiffLimits, type TextDiff } from '../../shared/diff/diffText.ts';
import { jsonInText } from './jsonText.ts';
import { buffersOf, type LineTable, toLineTable } from './lineTable.ts';

/** Two things to be compared: texts, JSON values, or what two calls gave, which is compared as JSON where both are. */
export type CompareJob =
  | { kind: 'text'; left: string; right: string; byLines: boolean; ignoreSpace: boolean }
  | { kind: 'json'; left: unknown; right: unknown; ignoreSpace: boolean }
  | { kind: 'output'; left: string; right: string; ignoreSpace: boolean };

/** A text diff as it crosses from the thread that made it: its lines in columns. */
export type TextComparison =
  | Exclude<TextDiff, { kind: 'lines' }>
  | (Omit<Extract<TextDiff, { kind: 'lines' }>, 'lines'> & { table: LineTable });

export type ChangedJson = Extract<JsonDiff, { kind: 'changed' }>;

/** What was found. `json-as-text`: values that are too many or too deep, compared by the lines in which they are written. */
export type Compared =
  | { kind: 'same' }
  | { kind: 'json'; diff: ChangedJson }
  | { kind: 'text'; comparison: TextComparison }
  | { kind: 'json-as-text'; comparison: TextComparison; left: string; right: string };

/** Compares. What is not small (`isSmallJob`) may take seconds: never where the page is drawn. */
export function compare(job: CompareJob): Compared {
  switch (job.kind) {
    case 'text':
      return { kind: 'text', comparison: compareTexts(job.left, job.right, job) };
    case 'json':
      return compareValues(job.left, job.right, job.ignoreSpace);
    case 'output': {
      const { left, right, ignoreSpace } = job;
      const values = [jsonInText(left), jsonInText(right)] as const;
      return values[0] !== null && values[1] !== null
        ? compareValues(...values, ignoreSpace)
        : { kind: 'text', comparison: compareTexts(left, right, { byLines: true, ignoreSpace }) };
    }
  }
}

function compareValues(left: unknown, right: unknown, ignoreSpace: boolean): Compared {
  const diff = diffJson(left, right, { ignoreSpace });
  if (diff.kind === 'same') return diff;
  if (diff.kind === 'changed') return { kind: 'json', diff };
  const texts = { left: readableJson(left), right: readableJson(right) };
  const comparison = compareTexts(texts.left, texts.right, { byLines: true, ignoreSpace });
  return { kind: 'json-as-text', comparison, ...texts };
}

function compareTexts(
  left: string,
  right: string,
  { byLines, ignoreSpace }: { byLines: boolean; ignoreSpace: boolean },
): TextComparison {
  const limits = areSmallTexts(left, right) ? {} : patientTextDiffLimits;
  const diff = diffText(left, right, { byLines, ignoreSpace, limits });
  if (diff.kind !== 'lines') return diff;
  const { lines, ...rest } = diff;
  return { ...rest, table: toLineTable(lines) };
}

/** What of a comparison moves to the page instead of being copied. */
export function buffersOfCompared(compared: Compared): ArrayBuffer[] {
  const comparison = 'comparison' in compared ? compared.comparison : null;
  return comparison?.kind === 'lines' ? buffersOf(comparison.table) : [];
}

/** What is up to this is compared at once: that takes less than a frame, and nothing flickers. */
const small = { characters: 20_000, lines: 300, values: 400 };

/** Whether a job is so small that it may be done where the page is drawn. */
export function isSmallJob(job: CompareJob): boolean {
  if (job.kind !== 'json') return areSmallTexts(job.left, job.right);
  const room = { ...small };
  return isWithin(job.left, room) && isWithin(job.right, room);
}

function areSmallTexts(left: string, right: string): boolean {
  if (left.length + right.length > small.characters) return false;
  return left.split('\n').length + right.split('\n').length <= small.lines;
}

/** Stops as soon as the room is used up. */
function isWithin(value: unknown, room: { characters: number; values: number }): boolean {
  room.values -= 1;
  if (typeof value === 'string') room.characters -= value.length;
  if (room.values < 0 || room.characters < 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(inner => isWithin(inner, room));
}
