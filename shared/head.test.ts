import { describe, expect, test } from 'vitest';
import type { Move } from './branch.ts';
import { headOf } from './head.ts';
import { drawRun } from './testing/drawRun.ts';

const move = (number: number, kind: Move['kind'], left: string, taken: string): Move => ({
  number,
  kind,
  left: `main/${left}`,
  taken: `main/${taken}`,
  at: '2026-01-01T00:00:00.000Z',
});
const scenesOf = (drawing: string) => drawRun(drawing).scenes;
const twoLines = "main 0B 1A 1B 2A 2B\nmain 1B > 2A' 2B'";

describe('the head of a branch', () => {
  test('without a record it is the end of the line', () => {
    expect(headOf(null, scenesOf('main 0B 1A 1B 2A'))).toBe('main/2A');
  });

  test('it rolls forward from the recorded head over new saves', () => {
    expect(headOf({ head: 'main/0B', moves: [] }, scenesOf('main 0B 1A 1B'))).toBe('main/1B');
  });

  test('after a rewind it does not roll onto the line that was left', () => {
    const moves = [move(1, 'rewind', '2B', '1B')];
    expect(headOf({ head: 'main/1B', moves }, scenesOf('main 0B 1A 1B 2A 2B'))).toBe('main/1B');
    expect(headOf({ head: 'main/1B', moves }, scenesOf(twoLines))).toBe("main/2B'");
  });

  test('after an undo it stands at the end of the line that is taken up again, and goes on from there', () => {
    const moves = [move(1, 'rewind', '2B', '1B'), move(2, 'undo', "2B'", '2B')];
    expect(headOf({ head: 'main/2B', moves }, scenesOf(twoLines))).toBe('main/2B');
    expect(headOf({ head: 'main/2B', moves }, scenesOf(`main 0B 1A 1B 2A 2B 3A`))).toBe('main/3A');
  });

  test('on a fork it does not roll onto a copied scene of the line that was left, though that line began elsewhere', () => {
    const main = scenesOf('main 0B 1A 1B 2A 2B 3A 3B');
    const own = main.filter(row => ['main/1B', 'main/2A', 'main/3B'].includes(row.id));
    const moves = [move(1, 'rewind', '3B', '1B')];
    expect(headOf({ head: 'main/1B', moves }, own, main)).toBe('main/1B');
    expect(headOf({ head: 'main/1B', moves }, own)).toBe('main/2A');
  });

  test('a tail that nothing leads to is never the head', () => {
    expect(headOf(null, scenesOf('main 0B 1A 1B\nmain ? > 18A 18B'))).toBe('main/1B');
  });

  test('a recorded head that is missing is no head: nothing is guessed', () => {
    expect(headOf({ head: 'main/7B', moves: [] }, scenesOf('main 0B 1A'))).toBeNull();
  });

  test('an empty branch has none', () => {
    expect(headOf(null, [])).toBeNull();
  });
});
