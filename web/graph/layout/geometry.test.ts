import { describe, expect, test } from 'vitest';
import {
  COLUMN_WIDTH,
  cellAt,
  cellsToDraw,
  columnsInView,
  isInView,
  SIDE_ROOM,
  SMALLEST_ZOOM,
  viewportAround,
  viewportEndingAt,
  viewportOfAll,
} from './geometry.ts';

const pane = { width: 930, height: 600 };

describe('following a run', () => {
  test('a short run starts at the left edge', () => {
    expect(viewportEndingAt(pane, 1, 2, 0).x).toBe(SIDE_ROOM);
  });

  test('of a long run the last turn is in view, with the first row at the top', () => {
    const viewport = viewportEndingAt(pane, 1, 25, 0);
    expect(isInView(viewport, pane, 25, 0)).toBe(true);
    expect(isInView(viewport, pane, 20, 0)).toBe(false);
  });

  test('a turn on a row far below is in view', () => {
    expect(isInView(viewportEndingAt(pane, 1, 25, 12), pane, 25, 12)).toBe(true);
    expect(isInView(viewportAround(pane, 1, 25, 12), pane, 25, 12)).toBe(true);
  });
});

describe('everything at once', () => {
  const start = { column: 0, row: 0 };

  test('fits where it can, and a small run is not blown up', () => {
    const viewport = viewportOfAll(pane, { columnCount: 60, rowCount: 8 }, start);
    expect(isInView(viewport, pane, 0, 0) && isInView(viewport, pane, 59, 7)).toBe(true);
    expect(viewportOfAll(pane, { columnCount: 2, rowCount: 1 }, start).zoom).toBe(1);
  });

  test('of a run too long for that shows as much as can be told apart, around the turn that is looked at', () => {
    const viewport = viewportOfAll(pane, { columnCount: 5000, rowCount: 3 }, { column: 3000, row: 2 });
    expect(viewport.zoom).toBe(SMALLEST_ZOOM);
    expect(isInView(viewport, pane, 3000, 2)).toBe(true);
  });
});

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
