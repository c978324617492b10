import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DiffKind, MessageDiff } from '../../shared/diff/messagesDiff.ts';
import { changeSteps, counterpartOf, diffRows, entriesOf, entryName, rowPieces } from './diffRows.ts';
import { placeOfName } from './useChangeSteps.ts';

const kinds: Record<string, DiffKind> = {
  '=': 'same',
  '+': 'added',
  '-': 'removed',
  '~': 'changed',
  '<': 'moved-away',
  '>': 'moved-here',
};

/** One sign per entry. */
function entriesFrom(drawing: string): MessageDiff[] {
  return Array.from(drawing, (sign, index) => ({
    kind: kinds[sign] ?? 'same',
    leftIndex: index,
    rightIndex: index,
    count: 1,
    left: null,
    right: null,
    blocks: [],
  }));
}

function drawn(drawing: string, isSplit: boolean): string {
  const sign = (entry: number | null) => (entry === null ? '.' : drawing[entry]);
  return diffRows(entriesFrom(drawing), isSplit)
    .map(row => (row.kind === 'pair' ? `${sign(row.left)}${sign(row.right)}` : sign(row.entry)))
    .join(' ');
}

test('in one column each entry is a row', () => {
  expect(drawn('=--+~<=>', false)).toBe('= - - + ~ < = >');
});

test('in two columns, what went stands beside what came in its place', () => {
  expect(drawn('=--+~=', true)).toBe('= -+ -. ~ =');
  expect(drawn('+++', true)).toBe('.+ .+ .+');
  expect(drawn('-<>+-', true)).toBe('-> <+ -.');
});

test('pieces are short, and what is the same stands alone', () => {
  const rows = diffRows(entriesFrom('=+++++++++='), false);
  expect(rowPieces(rows).map(piece => piece.rows.length)).toEqual([1, 6, 3, 1]);
});

test('no row hides an entry: all stand in the pieces once, and each change is a step', () => {
  const drawing = fc.string({ unit: fc.constantFrom(...Object.keys(kinds)), maxLength: 60 });
  fc.assert(
    fc.property(drawing, fc.boolean(), (signs, isSplit) => {
      const rows = diffRows(entriesFrom(signs), isSplit);
      const shown = rowPieces(rows).flatMap(piece => piece.rows.flatMap(entriesOf));
      expect(shown.toSorted((a, b) => a - b)).toEqual(Array.from(signs, (_, index) => index));
      const changes = Array.from(signs).flatMap((sign, index) => (sign === '=' ? [] : [index]));
      expect(changeSteps(rows).toSorted((a, b) => a - b)).toEqual(changes);
    }),
  );
});

test('each entry has a name of its own, also the two halves of one that moved', () => {
  const entries = entriesFrom('=+-~<>').map(entry => ({ ...entry, leftIndex: 3, rightIndex: 8 }));
  expect(new Set(entries.map(entryName)).size).toBe(entries.length);
});

test('a change is found again by its name when others around it are no longer any', () => {
  const before = entriesFrom('=~~=+');
  // Without white space the first two differences are one stretch with what is around them.
  const after = [before[0], before[4]].flatMap(entry => entry ?? []);
  const named = before.map(entryName);
  expect(placeOfName(named[4] ?? '', [1, 2, 4], before)).toBe(2);
  expect(placeOfName(named[4] ?? '', [1], after)).toBe(0);
  expect(placeOfName(named[1] ?? '', [1], after)).toBe(-1);
});

test('the two halves of a message that moved find each other', () => {
  const entries = entriesFrom('<=>').map(entry =>
    entry.kind === 'same' ? entry : { ...entry, leftIndex: 0, rightIndex: 7 },
  );
  const half = (at: number) => entries[at] ?? entriesFrom('=')[0];
  expect(entries.map((_, at) => counterpartOf(entries, half(at) as MessageDiff))).toEqual([2, null, 0]);
});
