import { describe, expect, test } from 'vitest';
import { columnScaleOf } from './columnScale.ts';

describe('columns of turns and columns that are drawn', () => {
  // Turns 0 1 2, a sign at 3 for 3 to 7, turns 8 9.
  const scale = columnScaleOf([0, 1, 2, 3, 8, 9], [3, 4, 5, 6, 7]);

  test('what is folded takes one column', () => {
    expect(scale.count).toBe(6);
    expect([0, 3, 8, 9].map(scale.drawnAt)).toEqual([0, 3, 4, 5]);
    expect([0, 3, 4, 5].map(scale.turnAt)).toEqual([0, 3, 8, 9]);
  });

  test('within the sign of a fold they run faster', () => {
    expect(scale.turnAt(3.5)).toBe(5.5);
    expect(scale.drawnAt(5.5)).toBe(3.5);
  });

  test('each is the way back of the other, beyond the ends too', () => {
    for (let at = -2; at < 9; at += 0.25) expect(scale.drawnAt(scale.turnAt(at))).toBeCloseTo(at);
  });

  test('gaps that nothing folded stay', () => {
    const gaps = columnScaleOf([0, 1, 5], []);
    expect([gaps.count, gaps.drawnAt(5)]).toEqual([6, 5]);
  });

  test('a fold to the end of the run leaves its sign as the last column', () => {
    const tail = columnScaleOf([0, 1, 2], [2, 3, 4, 5]);
    expect([tail.count, tail.turnAt(2), tail.turnAt(3), tail.drawnAt(5)]).toEqual([3, 2, 3, 5]);
  });
});
