import { describe, expect, test } from 'vitest';
import { boxHeight, isMapAt, rowPitch, type Stage } from './geometry.ts';
import {
  extentAt,
  isInView,
  keptInRange,
  smallestZoom,
  viewportAround,
  viewportEndingAt,
  viewportOfAll,
  zoomedAt,
} from './viewports.ts';

const pane = { width: 930, height: 600 };
const stageOf = (columnCount: number, rowCount: number, size = pane): Stage => ({
  pane: size,
  columnCount,
  rowCount,
});
const seen = (stage: Stage, viewport: { x: number; y: number; zoom: number }) => ({
  first: isInView(stage, viewport, 0, 0),
  last: isInView(stage, viewport, stage.columnCount - 1, stage.rowCount - 1),
});

describe('following a run', () => {
  test('a short run starts at the left edge', () => {
    expect(viewportEndingAt(stageOf(3, 1), 1, 2, 0).x).toBe(20);
  });

  test('of a long run the last turn is in view, with the first row at the top', () => {
    const stage = stageOf(26, 13);
    const viewport = viewportEndingAt(stage, 1, 25, 0);
    expect(isInView(stage, viewport, 25, 0)).toBe(true);
    expect(isInView(stage, viewport, 20, 0)).toBe(false);
  });

  test('a turn on a row far below is in view', () => {
    const stage = stageOf(26, 13);
    expect(isInView(stage, viewportEndingAt(stage, 1, 25, 12), 25, 12)).toBe(true);
    expect(isInView(stage, viewportAround(stage, 1, 25, 12), 25, 12)).toBe(true);
  });

  test.each([1, 0.6, 0.1])('a turn on the last row stands above the buttons at zoom %d', zoom => {
    const stage = stageOf(26, 13);
    const { y, zoom: at } = viewportEndingAt(stage, zoom, 25, 12);
    expect(12 * rowPitch(stage, at) + boxHeight(stage, at) + y).toBeLessThan(pane.height - 59);
  });
});

describe('everything at once', () => {
  test.each([
    [2, 1],
    [5, 9],
    [26, 3],
    [258, 1],
    [258, 40],
    [5000, 2],
  ])('shows a run of %d columns and %d rows from its first to its last turn', (columns, rows) => {
    for (const size of [pane, { width: 390, height: 300 }]) {
      const stage = stageOf(columns, rows, size);
      const viewport = viewportOfAll(stage);
      expect(seen(stage, viewport)).toEqual({ first: true, last: true });
      expect(viewport.zoom).toBeGreaterThanOrEqual(smallestZoom(stage));
      expect(keptInRange(stage, viewport)).toEqual(viewport);
    }
  });

  test('a small run is not blown up and stands in the middle', () => {
    const stage = stageOf(2, 1);
    const { x, zoom } = viewportOfAll(stage);
    expect(zoom).toBe(1);
    expect(x).toBeCloseTo((pane.width - 354) / 2);
  });

  test('there is nothing to zoom out to beyond the whole run', () => {
    const stage = stageOf(5000, 2);
    expect(smallestZoom(stage)).toBe(viewportOfAll(stage).zoom);
    expect(zoomedAt(stage, viewportOfAll(stage), 1e-9, { x: 1, y: 1 })).toEqual(viewportOfAll(stage));
  });
});

describe('panning', () => {
  const far = { x: -1e6, y: -1e6, zoom: 1 };

  test.each([
    [3, 1],
    [26, 3],
    [258, 9],
  ])('never loses a run of %d columns and %d rows', (columns, rows) => {
    const stage = stageOf(columns, rows);
    for (const zoom of [1.6, 1, 0.41, 0.39, 0.1]) {
      const end = keptInRange(stage, { ...far, zoom });
      const start = keptInRange(stage, { x: 1e6, y: 1e6, zoom });
      if (!isMapAt(stage, end.zoom)) expect(seen(stage, end).last).toBe(true);
      expect(seen(stage, start).first).toBe(true);
    }
  });

  test('React Flow keeps a drag in the same range', () => {
    const stage = stageOf(26, 3);
    const [[left, top], [right, bottom]] = extentAt(stage, 0.8);
    const start = keptInRange(stage, { x: 1e6, y: 1e6, zoom: 0.8 });
    const end = keptInRange(stage, { x: -1e6, y: -1e6, zoom: 0.8 });
    expect([-left * 0.8, -top * 0.8]).toEqual([start.x, start.y].map(value => expect.closeTo(value, 6)));
    const corner = [pane.width - right * 0.8, pane.height - bottom * 0.8];
    expect(corner).toEqual([end.x, end.y].map(value => expect.closeTo(value, 6)));
  });

  test('a zoom keeps the turn below the pointer where it is', () => {
    const stage = stageOf(100, 1);
    const before = { x: -3000, y: 106, zoom: 1 };
    const after = zoomedAt(stage, before, 0.5, { x: 400, y: 140 });
    expect((400 - after.x) / after.zoom).toBeCloseTo((400 - before.x) / before.zoom);
  });
});
