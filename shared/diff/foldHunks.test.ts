import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedIndices, diffHunks, foldUnchanged } from './foldHunks.ts';
import type { MessageDiff } from './messagesDiff.ts';

describe('foldUnchanged', () => {
  /** `.` unchanged, `x` changed; folded stretches come out as their length in brackets. */
  const folded = (list: string, context: number, least: number) =>
    foldUnchanged(list.length, index => list[index] === 'x', { context, least })
      .map(fold => (fold.folded ? `(${fold.end - fold.start})` : list.slice(fold.start, fold.end)))
      .join('');

  test('keeps a little around each change', () => {
    expect(folded('..........x..........', 3, 4)).toBe('(7)...x...(7)');
    expect(folded('x....x', 1, 2)).toBe('x.(2).x');
    expect(folded('x...x', 1, 2)).toBe('x...x');
    expect(folded('........', 2, 4)).toBe('(8)');
    expect(folded('', 2, 4)).toBe('');
  });

  test('never hides a change, and holds everything once and in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { maxLength: 80 }),
        fc.nat(5),
        fc.integer({ min: 1, max: 6 }),
        (changed, context, least) => {
          const folds = foldUnchanged(changed.length, index => changed[index] === true, { context, least });
          const inFolds = folds.flatMap(({ start, end, folded }) =>
            Array.from({ length: end - start }, (_, index) => ({ at: start + index, folded })),
          );
          expect(inFolds.map(({ at }) => at)).toEqual(changed.map((_, index) => index));
          expect(inFolds.filter(({ at, folded }) => folded && changed[at])).toEqual([]);
        },
      ),
    );
  });
});

describe('diffHunks', () => {
  const kinds = ['same', 'added', 'removed', 'changed', 'moved-away', 'moved-here'] as const;
  const entry = fc.record({ kind: fc.constantFrom(...kinds), count: fc.integer({ min: 1, max: 9 }) }).map(
    ({ kind, count }): MessageDiff => ({
      kind,
      leftIndex: 0,
      rightIndex: 0,
      count: kind === 'same' ? count : 1,
      left: null,
      right: null,
      blocks: [],
    }),
  );

  test('a hunk that may be folded holds nothing that differs; all entries stand in hunks, in order', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), entries => {
        const hunks = diffHunks(entries);
        expect(hunks.flatMap(hunk => hunk.entries)).toEqual(entries);
        for (const hunk of hunks) {
          expect(new Set(hunk.entries.map(({ kind }) => kind))).toEqual(new Set([hunk.kind]));
          expect(entries[hunk.start]).toBe(hunk.entries[0]);
          expect(hunk.count).toBe(hunk.entries.reduce((sum, { count }) => sum + count, 0));
        }
        const steps = changedIndices(entries);
        expect(steps).toEqual(entries.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index])));
      }),
    );
  });
});
