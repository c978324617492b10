import { expect, test } from 'vitest';
import { shownSides, withSides } from './shownSides.ts';

const sides = ['a', 'b', 'c', 'd', 'e'];

test('the chosen ones stand in columns, at most four; without a choice of two or more, the first four', () => {
  expect(shownSides(sides, ['e', 'b'])).toEqual(['e', 'b']);
  expect(shownSides(sides, null)).toEqual(['a', 'b', 'c', 'd']);
  expect(shownSides(sides, ['e', 'gone'])).toEqual(['a', 'b', 'c', 'd']);
  expect(shownSides(sides, ['e', 'd', 'c', 'b', 'a'])).toEqual(['e', 'd', 'c', 'b']);
});

test('a side that is added stands in a column, and swapped sides change places, whatever was chosen before', () => {
  const pair = { compare: ['a', 'b'], columns: ['a', 'b'] };
  const shown = (next: string[]) => shownSides(next, withSides(pair, next).columns);
  expect(shown(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(shown(['b', 'a'])).toEqual(['b', 'a']);
});

test('the choice of columns outlives a side that is left out', () => {
  const chosen = { compare: sides, columns: ['e', 'd', 'b'] };
  expect(withSides(chosen, ['a', 'b', 'c', 'e'])).toEqual({
    compare: ['a', 'b', 'c', 'e'],
    columns: ['e', 'b'],
  });
  expect(withSides({ compare: sides, columns: null }, ['a', 'b']).columns).toBeNull();
});
