import { expect, test } from 'vitest';
import { afterWheel, type Wheel } from './wheel.ts';

const pane = { width: 930, height: 600 };
const turned: Wheel = {
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  x: 400,
  y: 140,
};
const start = { x: -1000, y: 106, zoom: 1 };
const few = { pane, columnCount: 26, rowCount: 2 };
const many = { pane, columnCount: 26, rowCount: 12 };

test('a plain wheel runs along the timeline where all lanes fit the height', () => {
  expect(afterWheel(few, start, { ...turned, deltaY: 100 })).toEqual({ ...start, x: -1100 });
  expect(afterWheel(few, start, { ...turned, deltaX: 30, deltaY: 4 })).toEqual({ ...start, x: -1030 });
});

test('where they do not fit it goes down, and with shift along', () => {
  expect(afterWheel(many, start, { ...turned, deltaY: 100 })).toEqual({ ...start, y: 6 });
  expect(afterWheel(many, start, { ...turned, deltaY: 100, shiftKey: true })).toEqual({ ...start, x: -1100 });
});

test('it stops at the ends of the run', () => {
  expect(afterWheel(few, start, { ...turned, deltaY: -1e5 }).x).toBe(20);
});

test.each(['ctrlKey', 'metaKey'] as const)(
  'with %s it zooms, a notch of a mouse no more than a step',
  key => {
    const wheel = { ...turned, [key]: true };
    expect(afterWheel(few, start, { ...wheel, deltaY: 3 }).zoom).toBeCloseTo(2 ** -0.06);
    expect(afterWheel(few, start, { ...wheel, deltaY: 300 }).zoom).toBeCloseTo(2 ** -0.4);
    expect(afterWheel(few, start, { ...wheel, deltaY: -3, deltaMode: 1 }).zoom).toBeCloseTo(2 ** 0.4);
  },
);
