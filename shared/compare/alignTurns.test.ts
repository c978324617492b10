import { describe, expect, test } from 'vitest';
import { alignTurns, type TurnRow } from './alignTurns.ts';
import type { TurnSignature } from './turnSignature.ts';

/**
 * Turns as words: `a` is a call about `a`; `a+` the same with another input; `.` a reply without calls. Equal words are
 * equal turns.
 */
function side(turns: string): TurnSignature[] {
  return turns.split(' ').map(turn => {
    const about = turn.replace(/\+*$/, '');
    const number = (text: string) =>
      [...text].reduce((sum, letter) => sum * 64 + letter.charCodeAt(0), 7) % 1e9;
    if (turn === '.') return { kind: 'reply', exact: [], calls: [], words: [], text: () => '' };
    return {
      kind: 'calls',
      exact: [number(`${turn}!`)],
      calls: [number(about)],
      words: [number(about)],
      text: () => turn,
    };
  });
}

/** Rows as `a|a  b|–`. */
function picture(...sides: string[]): string {
  const words = sides.map(turns => turns.split(' '));
  const rows: readonly TurnRow[] = alignTurns(sides.map(side));
  return rows
    .map(places => places.map((place, at) => (place === null ? '–' : words[at]?.[place])).join('|'))
    .join('  ');
}

describe('two sides', () => {
  test('equal turns stand side by side, whatever their number', () => {
    expect(picture('a b c d', 'a x b c d')).toBe('a|a  –|x  b|b  c|c  d|d');
  });

  test('a call about the same thing with another input is the same turn, changed', () => {
    expect(picture('a b+ c', 'a b c')).toBe('a|a  b+|b  c|c');
  });

  test('turns that nothing fits stand opposite each other between the same neighbours', () => {
    expect(picture('a x y b', 'a z b')).toBe('a|a  x|z  y|–  b|b');
  });

  test('the last words stand side by side', () => {
    expect(picture('a x .', 'a y z q .')).toBe('a|a  x|y  –|z  –|q  .|.');
  });

  test('nothing in common, and nothing at all', () => {
    expect(picture('a b', 'c d')).toBe('a|c  b|d');
    expect(alignTurns([[], []])).toEqual([]);
    expect(alignTurns([side('a'), []])).toEqual([[0, null]]);
  });

  test.each([
    ['a b c . d e', 'a c x e e .'],
    ['a b a b', 'b a b a'],
    ['x a y', 'a x y y'],
  ])('%s beside %s: rows swap with the sides', (left, right) => {
    const pairs = (rows: readonly TurnRow[]) => rows.filter(row => !row.includes(null));
    const swapped = alignTurns([side(right), side(left)]).map(row => row.toReversed());
    expect(pairs(swapped)).toEqual(pairs(alignTurns([side(left), side(right)])));
  });
});

describe('more sides', () => {
  test('a turn fits a row if it fits any turn in it', () => {
    expect(picture('a b', 'a c b', 'a c d b')).toBe('a|a|a  –|c|c  –|–|d  b|b|b');
  });
});

describe('every turn has one place, in its order', () => {
  const letters = 'abcdefgh';
  const random = (seed: number, length: number) => {
    let state = seed;
    const next = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state;
    };
    return Array.from({ length }, () => letters[next() % letters.length]).join(' ');
  };

  test.each([1, 2, 3, 4, 5, 6])('seed %i', seed => {
    const sides = [random(seed, 30), random(seed * 7, 25), random(seed * 13, 40)];
    const rows = alignTurns(sides.map(side));
    sides.forEach((turns, at) => {
      const places = rows.flatMap(row => row[at] ?? []);
      expect(places).toEqual(turns.split(' ').map((_, index) => index));
    });
  });

  test('thousands of turns that repeat each other are not all held against all others', () => {
    let looks = 0;
    const counted = (signature: TurnSignature): TurnSignature => ({
      ...signature,
      get kind() {
        looks += 1;
        return signature.kind;
      },
    });
    const [left, right] = [side(random(3, 5_000)), side(random(11, 5_000))];
    const rows = alignTurns([left.map(counted), right]);
    expect(rows.flatMap(row => row[0] ?? [])).toHaveLength(5_000);
    expect(looks).toBeLessThan(12_000_000);
  });
});
