import { expect, test } from 'vitest';
import type { StripSign, StripTurn } from './buckets.ts';
import { type Tick, ticksOf } from './ticks.ts';

function turn(column: number, signs: StripSign[], isAhead = false): StripTurn {
  return {
    ...{ id: `t${column}`, column, turn: column, tokens: 1, marks: [], isCompacted: false },
    ...{ signs, isAhead, look: 'trunk' },
  };
}

/** `3-9: fork×2 rewind` */
function drawn(ticks: readonly Tick[]): string[] {
  return ticks.map(({ from, to, counts }) => {
    const signs = counts.map(({ sign, count }) => (count === 1 ? sign : `${sign}×${count}`));
    return `${from === to ? from.turn : `${from.turn}-${to.turn}`}: ${signs.join(' ')}`;
  });
}

test('with room enough every turn has a tick of its own, its signs in one order', () => {
  const turns = [turn(0, []), turn(3, ['remark', 'fork', 'fork']), turn(5, ['rewind']), turn(6, ['note'])];
  expect(drawn(ticksOf(turns, 32))).toEqual(['3: fork×2 remark', '5: rewind', '6: note']);
  expect(ticksOf(turns, 32)[1]?.middle).toBe(5.5 * 32);
});

test('where they would lie over one another they are one, with a count', () => {
  const turns = [turn(10, ['fork']), turn(11, ['fork', 'bad']), turn(12, ['rewind']), turn(900, ['fork'])];
  expect(drawn(ticksOf(turns, 0.5))).toEqual(['10-12: fork×2 rewind bad', '900: fork']);
});

test('however many there are, no two touch, and none is lost', () => {
  const turns = Array.from({ length: 5000 }, (_, column) =>
    turn(column, column % 3 === 0 ? ['fork'] : column % 7 === 0 ? ['remark', 'note'] : []),
  );
  const ticks = ticksOf(turns, 0.2);
  expect(ticks.length).toBeGreaterThan(5);
  expect(ticks.length).toBeLessThan(60);
  ticks.slice(1).forEach((tick, index) => {
    expect(tick.middle - (ticks[index]?.middle ?? 0)).toBeGreaterThan(15);
  });
  const total = ticks.flatMap(tick => tick.counts).reduce((sum, { count }) => sum + count, 0);
  expect(total).toBe(turns.reduce((sum, { signs }) => sum + signs.length, 0));
});

test('what is still to come while the run is played has none', () => {
  expect(ticksOf([turn(1, ['fork'], true), turn(2, ['rewind'])], 32).map(tick => tick.from.turn)).toEqual([
    2,
  ]);
});
