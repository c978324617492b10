import { type StripSign, type StripTurn, stripSigns } from './buckets.ts';

/** Signs above the bars that stand together: of one turn, or of several that would lie over one another. */
export interface Tick {
  /** The first and the last turn whose signs these are. */
  from: StripTurn;
  to: StripTurn;
  /** Its middle, in pixels from the left. */
  middle: number;
  /** How many of each, in the order in which they are drawn. */
  counts: readonly { sign: StripSign; count: number }[];
}

/** Room in pixels: of a sign, of a figure of its count, and between one tick and the next. */
const SIGN = 11;
const FIGURE = 6;
const GAP = 4;

/**
 * The signs of a strip, merged where they would crowd: each tick has room of its own. What is still to come while the run
 * is played has none. Time in proportion to the turns.
 * @param turns in the order of their columns
 * @param pitch width of a column in pixels
 */
export function ticksOf(turns: readonly StripTurn[], pitch: number): Tick[] {
  const ticks: Tick[] = [];
  for (const turn of turns) {
    if (turn.isAhead || turn.signs.length === 0) continue;
    let tick = tickOf(turn, pitch);
    // One that has grown may reach the one before it.
    for (let last = ticks.at(-1); last && rightOf(last) + GAP > leftOf(tick); last = ticks.at(-1)) {
      ticks.pop();
      tick = merged(last, tick, pitch);
    }
    ticks.push(tick);
  }
  return ticks;
}

function tickOf(turn: StripTurn, pitch: number): Tick {
  return { from: turn, to: turn, middle: (turn.column + 0.5) * pitch, counts: countsOf(turn.signs) };
}

function merged(one: Tick, other: Tick, pitch: number): Tick {
  const all = [...one.counts, ...other.counts];
  const counts = stripSigns.flatMap(sign => {
    const count = all.filter(part => part.sign === sign).reduce((sum, part) => sum + part.count, 0);
    return count === 0 ? [] : [{ sign, count }];
  });
  const middle = ((one.from.column + other.to.column + 1) / 2) * pitch;
  return { from: one.from, to: other.to, middle, counts };
}

function countsOf(signs: readonly StripSign[]): Tick['counts'] {
  return stripSigns.flatMap(sign => {
    const count = signs.filter(other => other === sign).length;
    return count === 0 ? [] : [{ sign, count }];
  });
}

const leftOf = (tick: Tick) => tick.middle - widthOf(tick) / 2;
const rightOf = (tick: Tick) => tick.middle + widthOf(tick) / 2;

function widthOf({ counts }: Tick): number {
  return counts.reduce(
    (width, { count }) => width + SIGN + (count > 1 ? String(count).length * FIGURE : 0),
    0,
  );
}
