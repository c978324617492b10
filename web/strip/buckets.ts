import type { Mark } from '../../shared/runGraph.ts';
import { roundStep } from '../ui/roundStep.ts';

/**
 * What stands above a turn: branches were started from it, a head was moved back to it, people put something on it, or a
 * rule found something to look at. The order in which they are drawn.
 */
export const stripSigns = ['fork', 'rewind', 'bookmark', 'note', 'good', 'bad', 'remark'] as const;
export type StripSign = (typeof stripSigns)[number];

/** A turn as the strip draws it. */
export interface StripTurn {
  id: string;
  column: number;
  turn: number;
  /** Tokens of its request and reply; null where nobody counted them. */
  tokens: number | null;
  marks: readonly Mark[];
  /** The conversation before it was replaced by a summary. */
  isCompacted: boolean;
  /** One for each time: three branches that were started from a turn are three. */
  signs: readonly StripSign[];
  /** While the run is played again: it is still to come. */
  isAhead: boolean;
  look: 'trunk' | 'line' | 'left-behind';
}

/** A bar: one turn, or several neighbours where there are more turns than pixels. */
export interface Bucket {
  first: number;
  last: number;
  /** The most tokens of any turn in it. */
  tokens: number;
  marks: readonly Mark[];
  isAhead: boolean;
  look: StripTurn['look'];
}

/**
 * Gathers turns into bars.
 * @param turns in the order of their columns, at most one per column
 * @param perBucket columns that share a bar
 */
export function bucketsOf(turns: readonly StripTurn[], perBucket: number): Bucket[] {
  const buckets = new Map<number, Bucket>();
  for (const turn of turns) {
    const index = Math.floor(turn.column / perBucket);
    const bucket = buckets.get(index);
    buckets.set(index, {
      first: index * perBucket,
      last: (index + 1) * perBucket - 1,
      tokens: Math.max(bucket?.tokens ?? 0, turn.tokens ?? 0),
      marks: [...new Set([...(bucket?.marks ?? []), ...turn.marks])],
      isAhead: (bucket?.isAhead ?? true) && turn.isAhead,
      look: bucket?.look ?? turn.look,
    });
  }
  return [...buckets.values()];
}

/** The widest a column gets, in pixels; the narrowest that still shows a gap between bars. */
const WIDEST = 32;
const NARROWEST = 5;

/** Width of a column and how many columns share a bar, for a strip of a width in pixels. */
export function stripScale(columnCount: number, width: number): { pitch: number; perBucket: number } {
  const pitch = Math.min(WIDEST, Math.max(1, width) / Math.max(1, columnCount));
  return { pitch, perBucket: Math.max(1, Math.ceil(NARROWEST / pitch)) };
}

/** Turn numbers that are written below the bars: each 5th, or fewer where they would touch. */
export function numbersOf(turns: readonly StripTurn[], pitch: number): StripTurn[] {
  const step = roundStep(pitch);
  return turns.filter(turn => turn.turn > 0 && turn.turn % step === 0);
}

/**
 * The turn that a press on the strip means: of the bar below it one that carries a mark, else the nearest.
 * @param at where it was pressed, in columns as a fraction
 */
export function turnAt(turns: readonly StripTurn[], at: number, perBucket: number): StripTurn | null {
  const bucket = Math.floor(at / perBucket);
  const inBar = turns.filter(turn => Math.floor(turn.column / perBucket) === bucket);
  const marked = inBar.filter(turn => turn.marks.length + turn.signs.length > 0 || turn.isCompacted);
  return nearestTo(at, marked) ?? nearestTo(at, inBar) ?? nearestTo(at, turns);
}

function nearestTo(at: number, turns: readonly StripTurn[]): StripTurn | null {
  const distance = (turn: StripTurn) => Math.abs(turn.column + 0.5 - at);
  return turns.reduce<StripTurn | null>(
    (nearest, turn) => (nearest === null || distance(turn) < distance(nearest) ? turn : nearest),
    null,
  );
}
