import { expect, test } from 'vitest';
import { bucketsOf, numbersOf, type StripTurn, stripScale, turnAt } from './buckets.ts';

const turns = (count: number): StripTurn[] =>
  Array.from({ length: count }, (_, column) => ({
    id: `t${column}`,
    column,
    turn: column,
    tokens: column * 10,
    marks: column % 4 === 0 ? ['error'] : [],
    isCompacted: false,
    signs: column % 6 === 0 ? ['fork'] : [],
    isAhead: column >= 4,
    look: 'line',
  }));

test('with room enough each turn has a bar', () => {
  const { pitch, perBucket } = stripScale(26, 900);
  expect({ pitch, perBucket }).toEqual({ pitch: 32, perBucket: 1 });
  expect(bucketsOf(turns(26), perBucket)).toHaveLength(26);
});

test('five thousand turns share bars of at least five pixels, and no mark is lost', () => {
  const { pitch, perBucket } = stripScale(5000, 900);
  expect(perBucket * pitch).toBeGreaterThanOrEqual(5);
  const buckets = bucketsOf(turns(5000), perBucket);
  expect(buckets.length).toBeLessThanOrEqual(200);
  const full = buckets.filter(bucket => bucket.last < 5000);
  expect(full.every(bucket => bucket.marks.includes('error'))).toBe(true);
});

test('a bar is as high as the largest of its turns', () => {
  expect(bucketsOf(turns(6), 3).map(({ first, last, tokens }) => [first, last, tokens])).toEqual([
    [0, 2, 20],
    [3, 5, 50],
  ]);
});

test('a bar is to come when all of its turns are', () => {
  expect(bucketsOf(turns(9), 3).map(({ isAhead }) => isAhead)).toEqual([false, false, true]);
});

test('numbers stand at each fifth turn, and thin out before they touch', () => {
  expect(numbersOf(turns(26), 32).map(turn => turn.turn)).toEqual([5, 10, 15, 20, 25]);
  expect(numbersOf(turns(250), 3.6).map(turn => turn.turn)).toEqual([
    20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240,
  ]);
});

test('a press means the turn below it, where turns share a bar the one with a mark, beside the bars the nearest', () => {
  expect(turnAt(turns(26), 7.9, 1)?.id).toBe('t7');
  expect(turnAt(turns(26), 5.1, 4)?.id).toBe('t4');
  expect(turnAt(turns(26), 40, 1)?.id).toBe('t25');
  expect(turnAt([], 3, 1)).toBe(null);
});
