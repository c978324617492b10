import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bisect, type TurnVerdict } from './bisect.ts';

const line = ['1', '2', '3', '4', '5', '6', '7'];

function verdicts(drawn: Record<string, TurnVerdict>): Map<string, TurnVerdict> {
  return new Map(Object.entries(drawn));
}

test('it asks for a bad turn, then for a good one', () => {
  expect(bisect(line, verdicts({}))).toEqual({ kind: 'needs', verdict: 'bad' });
  expect(bisect(line, verdicts({ 7: 'bad' }))).toEqual({ kind: 'needs', verdict: 'good' });
});

test('it looks in the middle of what is not known', () => {
  expect(bisect(line, verdicts({ 1: 'good', 7: 'bad' }))).toEqual({ kind: 'look', turn: '4', looksLeft: 3 });
});

test('neighbours end the search', () => {
  const found = bisect(line, verdicts({ 1: 'good', 3: 'good', 4: 'bad', 7: 'bad' }));
  expect(found).toEqual({ kind: 'found', bad: '4', good: '3', skipped: [] });
});

test('a turn that cannot be told is passed by, and named where it might be the first', () => {
  expect(bisect(line, verdicts({ 1: 'good', 4: 'skip', 7: 'bad' }))).toMatchObject({ turn: '3' });
  const found = bisect(line, verdicts({ 3: 'good', 4: 'skip', 5: 'bad' }));
  expect(found).toEqual({ kind: 'found', bad: '5', good: '3', skipped: ['4'] });
});

test('a good turn after a bad one is said to contradict it', () => {
  const answer = bisect(line, verdicts({ 2: 'bad', 5: 'good' }));
  expect(answer).toEqual({ kind: 'contradiction', bad: '2', good: '5' });
});

test('marks on other lines do not count', () => {
  expect(bisect(line, verdicts({ other: 'bad', 1: 'good' }))).toEqual({ kind: 'needs', verdict: 'bad' });
});

test('it finds what a look at every turn finds, within the looks it announced', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 300 }), fc.nat(), (length, seed) => {
      const turns = Array.from({ length }, (_, at) => String(at));
      const firstBad = 1 + (seed % (length - 1));
      const said = verdicts({ 0: 'good', [length - 1]: 'bad' });
      let answer = bisect(turns, said);
      const announced = answer.kind === 'look' ? answer.looksLeft : 0;
      let looks = 0;
      while (answer.kind === 'look') {
        looks += 1;
        said.set(answer.turn, Number(answer.turn) < firstBad ? 'good' : 'bad');
        answer = bisect(turns, said);
      }
      expect(answer).toMatchObject({ kind: 'found', bad: String(firstBad) });
      expect(looks).toBeLessThanOrEqual(announced);
    }),
  );
});
