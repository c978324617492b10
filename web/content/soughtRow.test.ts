import { expect, test } from 'vitest';
import { diffText } from '../../shared/diff/diffText.ts';
import { foldedRows, rowStretches, rowsInColumn, rowsSideBySide, stretchOf } from './lineRows.ts';
import { toLineTable } from './lineTable.ts';
import { soughtRow } from './soughtRow.ts';

const lines = Array.from({ length: 200 }, (_, index) => `line ${index + 1} of all.`);

function compared(left: readonly string[], right: readonly string[]) {
  const texts = { left: left.join('\n'), right: right.join('\n') };
  const diff = diffText(texts.left, texts.right, { byLines: true });
  if (diff.kind !== 'lines') throw new Error('these are compared by lines');
  return { texts, table: toLineTable(diff.lines) };
}

const layouts = [
  ['in a column', rowsInColumn],
  ['side by side', rowsSideBySide],
] as const;

test.each(layouts)('%s, a place deep in a fold of 200 lines is drawn once the fold is open', (_, rowsOf) => {
  const { texts, table } = compared([...lines, 'was'], [...lines, 'is']);
  const rows = rowsOf(table);
  const row = soughtRow(/line 150 of all/, texts, table, rows);
  expect(row).toBe(149);
  if (row === null) return;

  const folds = foldedRows(table, rows);
  const closed = stretchOf(row, rowStretches(folds, new Map(), 80));
  expect(closed).toMatchObject({ kind: 'fold', of: 0 });
  // Some of it has been opened before: what is left of the fold begins elsewhere.
  const partly = stretchOf(row, rowStretches(folds, new Map([[0, 20]]), 80));
  expect(partly).toMatchObject({ kind: 'fold', start: 20, of: 0 });
  const open = stretchOf(row, rowStretches(folds, new Map([[0, Number.POSITIVE_INFINITY]]), 80));
  expect(open).toMatchObject({ kind: 'rows', start: 80, end: 160 });
});

test.each(layouts)('%s, what only one side says is found where it stands', (_, rowsOf) => {
  const { texts, table } = compared(lines.with(99, 'this went'), lines.with(99, 'this came'));
  const rows = rowsOf(table);
  const kindsAt = (row: number | null) =>
    [rows.left, rows.right].map(side => table.kinds[side[row ?? -1] ?? -1]);
  const [went, came] = [/this went/, /this came/].map(text => soughtRow(text, texts, table, rows));
  const [, added, removed] = [0, 1, 2];
  expect(kindsAt(went ?? null)).toContain(removed);
  expect(kindsAt(came ?? null)).toContain(added);
  expect(soughtRow(/this stayed/, texts, table, rows)).toBeNull();
});

test('what runs over several lines is found where it begins, though a line that went lies in it', () => {
  const { texts, table } = compared(lines.with(99, 'this went'), lines.with(99, 'this came'));
  const row = soughtRow(/line 99 of all\.\s+this\s+came\s+line 101/, texts, table, rowsInColumn(table));
  expect(row).toBe(98);
});
