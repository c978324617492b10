import { expect, test } from 'vitest';
import { boxHeight, COLUMN_WIDTH, cellAt, cellsToDraw, columnsInView, rowPitch } from './geometry.ts';

const pane = { width: 930, height: 600 };

test('cells are found under a point at any zoom', () => {
  const viewport = { x: 20, y: 100, zoom: 0.5 };
  expect(cellAt(viewport, 20 + 3.5 * COLUMN_WIDTH * 0.5, 101)).toEqual({ column: 3, row: 0 });
});

test('a pan within a column asks for no other cells', () => {
  const at = (x: number) => cellsToDraw({ x, y: 0, zoom: 1 }, pane);
  expect(at(-210)).toEqual(at(-215));
  expect(at(-210)).not.toEqual(at(-410));
});

test('columns in view are fractions', () => {
  expect(columnsInView({ x: -COLUMN_WIDTH, y: 0, zoom: 1 }, COLUMN_WIDTH * 2.5)).toEqual({
    first: 1,
    last: 3.5,
  });
});

test('on the map rows stay readable however far out it is, and boxes leave room for marks', () => {
  const stage = { pane, columnCount: 5000, rowCount: 3 };
  expect(rowPitch(stage, 0.001)).toBe(40);
  expect(rowPitch(stage, 0.001) - boxHeight(stage, 0.001)).toBeGreaterThan(18);
  const crowded = { ...stage, rowCount: 60 };
  expect(60 * rowPitch(crowded, 0.001)).toBeLessThanOrEqual(pane.height);
});
