import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TurnVerdict } from '../../shared/bisect.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { firstBadSearch } from './firstBadSearch.ts';
import { noTurnNotes, type TurnNotes } from './turnNotes.ts';

const graph = buildRunGraph(
  drawRun(`
    main   0B 1B 2B 3B 4B 5B 6B 7B 8B
    main   5B > 6B' 7B'
    plan-b main/3B > 4B 5B 6B 7B
  `),
);
const search = (verdicts: Record<string, TurnVerdict>, shown: string | null) =>
  firstBadSearch(
    graph,
    new Map(
      Object.entries(verdicts).map(([turn, verdict]): [string, TurnNotes] => [
        turn,
        { ...noTurnNotes, verdict },
      ]),
    ),
    shown,
  );
const end = (line: readonly string[]) => line.at(-1);

test('the task counts as good: one bad turn is enough to begin with', () => {
  expect(search({}, 'main/8B').bisection).toEqual({ kind: 'needs', verdict: 'bad' });
  expect(search({ 'main/8B': 'bad' }, 'main/8B').bisection).toEqual({
    kind: 'look',
    turn: 'main/4B',
    looksLeft: 3,
  });
  expect(search({ 'main/0B': 'bad' }, 'main/8B').bisection).toEqual({ kind: 'needs', verdict: 'good' });
});

test('it keeps to the line of the bad turn, whichever turn of it is looked at', () => {
  for (const shown of ['main/8B', 'main/4B', 'main/1B', "main/7B'", null]) {
    expect(end(search({ 'main/8B': 'bad' }, shown).line)).toBe('main/8B');
  }
});

test('it goes along turns that a rewind left, and along a fork through what is before it', () => {
  expect(search({ 'main/8B': 'bad' }, 'main/6B').line).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map(turn => `main/${turn}B`),
  );
  expect(search({ 'plan-b/7B': 'bad' }, 'plan-b/7B').line.slice(2, 5)).toEqual([
    'main/2B',
    'main/3B',
    'plan-b/4B',
  ]);
});

test('of bad turns on several lines the one that is looked at is meant', () => {
  const verdicts = { 'main/8B': 'bad', 'plan-b/6B': 'bad' } as const;
  expect(end(search(verdicts, 'plan-b/5B').line)).toBe('plan-b/6B');
  expect(end(search(verdicts, 'main/7B').line)).toBe('main/8B');
});

test('a good turn behind a bad one is a contradiction, a bad one is none', () => {
  expect(search({ 'main/4B': 'bad', 'main/7B': 'good' }, 'main/2B').bisection).toEqual({
    kind: 'contradiction',
    bad: 'main/4B',
    good: 'main/7B',
  });
  expect(search({ 'main/4B': 'bad', 'main/7B': 'bad' }, 'main/2B').bisection).toMatchObject({ kind: 'look' });
});

test('it ends where a scan from the start would, within the looks that it says', () => {
  const count = 9;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: count - 1 }),
      fc.integer({ min: 0, max: count - 1 }),
      (first, offset) => {
        const start = Math.min(count - 1, first + offset);
        const verdicts: Record<string, TurnVerdict> = { [`main/${start}B`]: 'bad' };
        let shown = `main/${start}B`;
        for (let looks: number | null = null; ; looks = (looks ?? 0) - 1) {
          const { bisection } = search(verdicts, shown);
          if (bisection.kind === 'found') {
            expect(bisection.bad).toBe(`main/${first}B`);
            return;
          }
          if (bisection.kind !== 'look') throw new Error(bisection.kind);
          looks ??= bisection.looksLeft;
          expect(looks).toBeGreaterThan(0);
          shown = bisection.turn;
          verdicts[shown] = Number(/(\d+)B$/.exec(shown)?.[1]) < first ? 'good' : 'bad';
        }
      },
    ),
  );
});
