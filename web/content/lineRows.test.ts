import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LineDiff } from '../../shared/diff/diffText.ts';
import {
  foldedRows,
  printedStretches,
  type RowStretch,
  rowStretches,
  rowsInColumn,
  rowsSideBySide,
  stretchOf,
} from './lineRows.ts';
import { lineAt, toLineTable } from './lineTable.ts';

const kinds = { '=': 'same', '+': 'added', '-': 'removed' } as const;

/** `=` a line of both, `-` one that went, `+` one that came. */
function linesOf(drawing: string): LineDiff[] {
  let [left, right] = [0, 0];
  return Array.from(drawing, (sign): LineDiff => {
    const kind = kinds[sign as keyof typeof kinds];
    return {
      kind,
      leftLine: kind === 'added' ? null : ++left,
      rightLine: kind === 'removed' ? null : ++right,
      parts: [{ kind, text: `${sign}${kind === 'added' ? right : left}` }],
    };
  });
}

/** Folds come back as `(n)`, pieces parted by `|`. */
function drawn(drawing: string, opened: Record<number, number> = {}, piece = 100): string {
  const table = toLineTable(linesOf(drawing));
  const folds = foldedRows(table, rowsInColumn(table));
  const shown = new Map(Object.entries(opened).map(([start, count]) => [Number(start), count]));
  return rowStretches(folds, shown, piece)
    .map(({ kind, start, end }) => (kind === 'fold' ? `(${end - start})` : drawing.slice(start, end)))
    .join('|');
}

test('equal lines far from a change are folded, near ones stay', () => {
  expect(drawn('==========+==========')).toBe('(7)|===+===|(7)');
});

test('a gap that is hardly longer than its fold stays open', () => {
  expect(drawn('+=========+')).toBe('+===|===|===+');
  expect(drawn('+==========+')).toBe('+===|(4)|===+');
});

test('without a change all is folded, without lines there is nothing', () => {
  expect(drawn('=====')).toBe('(5)');
  expect(drawn('')).toBe('');
});

test('a fold opens in steps, and wholly', () => {
  expect(drawn('==========+', { 0: 5 })).toBe('=====|(2)|===+');
  expect(drawn('==========+', { 0: 500 })).toBe('=======|===+');
});

test('long stretches come in pieces', () => {
  expect(drawn('+++++++', {}, 3)).toBe('+++|+++|+');
});

const piecesOf = (...sizes: number[]): RowStretch[] =>
  sizes.map((size, index) => {
    const start = sizes.slice(0, index).reduce((sum, before) => sum + Math.abs(before), 0);
    return { kind: size < 0 ? 'fold' : 'rows', start, end: start + Math.abs(size), of: start };
  });

test('on paper stand the first rows, cut where there are too many, and how many more there are is known', () => {
  // Folds are drawn below zero: they are no rows that are shown.
  const pieces = piecesOf(80, -200, 80, 40);
  const { printed, left } = printedStretches(pieces, 100);
  expect(printed.map(({ kind, start, end }) => `${kind} ${start}–${end}`)).toEqual([
    'rows 0–80',
    'fold 80–280',
    'rows 280–300',
  ]);
  expect(left).toBe(100);
  expect(printedStretches(pieces, 200)).toEqual({ printed: pieces, left: 0 });
  expect(printedStretches([], 100)).toEqual({ printed: [], left: 0 });
});

test('each row lies in the stretch that begins at it or before', () => {
  const pieces = piecesOf(80, -200, 80);
  expect([0, 79, 80, 279, 280, 360].map(row => stretchOf(row, pieces)?.start)).toEqual([
    0,
    0,
    80,
    80,
    280,
    undefined,
  ]);
});

function sideBySide(drawing: string): string {
  const table = toLineTable(linesOf(drawing));
  const rows = rowsSideBySide(table);
  const sign = (line: number | undefined) => (line === undefined || line < 0 ? '.' : drawing[line]);
  return Array.from(rows.left, (left, row) => `${sign(left)}${sign(rows.right[row])}`).join(' ');
}

test('what went stands beside what came in its place', () => {
  expect(sideBySide('=--+=')).toBe('== -+ -. ==');
  expect(sideBySide('++-')).toBe('.+ .+ -.');
  expect(sideBySide('--++-+=')).toBe('-+ -+ -+ ==');
});

test('no fold hides a change, in one column and in two, however far it is opened', () => {
  const drawing = fc.array(fc.constantFrom('=', '=', '=', '=', '=', '=', '+', '-'), { maxLength: 120 });
  fc.assert(
    fc.property(drawing, fc.integer({ min: 0, max: 40 }), (signs, steps) => {
      const table = toLineTable(linesOf(signs.join('')));
      for (const rows of [rowsInColumn(table), rowsSideBySide(table)]) {
        const folds = foldedRows(table, rows);
        const opened = new Map(folds.map(({ start }) => [start, steps]));
        const stretches = rowStretches(folds, opened, 10);
        const hidden = stretches.filter(({ kind }) => kind === 'fold');
        for (const { start, end } of hidden) {
          for (let row = start; row < end; row++) {
            expect(signs[rows.left[row] ?? -1]).toBe('=');
            expect(rows.left[row]).toBe(rows.right[row]);
          }
        }
        expect(stretches.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(rows.left.length);
      }
    }),
  );
});

test('a line of the table reads as it did', () => {
  const lines = linesOf('=-+=');
  const marked: LineDiff[] = lines.map(line =>
    line.kind === 'added'
      ? {
          ...line,
          parts: [
            { kind: 'same', text: 'a' },
            { kind: 'added', text: 'b' },
          ],
        }
      : line,
  );
  const table = toLineTable(marked);
  const texts = { left: ['=1', '-2', '=3'], right: ['=1', 'ab', '=3'] };
  expect(marked.map((_, index) => lineAt(table, texts, index))).toEqual(marked);
});
