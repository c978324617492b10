import { expect, test } from 'vitest';
import { type MarkedTurn, placedMarks } from './mapMarks.ts';

const stage = { pane: { width: 900, height: 600 }, columnCount: 5000, rowCount: 2 };
const viewport = { x: 140, y: 300, zoom: 0.0007 };

test('of five thousand marked turns as many marks are drawn as there is room for, each kind in sight', () => {
  const turns = Array.from(
    { length: 5000 },
    (_, column): MarkedTurn => ({ column, row: 0, marks: column % 2 ? ['error'] : ['error', 'external'] }),
  );
  const placed = placedMarks(turns, stage, viewport);
  expect(placed.length).toBeLessThan(160);
  expect(new Set(placed.map(({ mark }) => mark))).toEqual(new Set(['error', 'external']));
});

test('what reached the outside stands above its box, an error below', () => {
  const turns: MarkedTurn[] = [{ column: 10, row: 1, marks: ['error', 'external'] }];
  const [error, external] = placedMarks(turns, stage, viewport);
  expect(error?.top).toBeGreaterThan(340);
  expect(external?.top).toBeLessThan(340);
});

test('beyond the pane nothing is drawn', () => {
  expect(placedMarks([{ column: 5, row: 0, marks: ['error'] }], stage, { ...viewport, x: -900 })).toEqual([]);
});
