import type { Mark } from '../../shared/runGraph.ts';

/** A turn as the strip draws it. */
export interface StripTurn {
  column: number;
  turn: number;
  /** Tokens of its request and reply; null where nobody counted them. */
  tokens: number | null;
  marks: readonly Mark[];
  look: 'trunk' | 'line' | 'left-behind';
}

/** A bar: one turn, or several neighbours where there are more turns than pixels. */
export interface Bucket {
  first: number;
  last: number;
  /** The most tokens of any turn in it. */
  tokens: number;
  marks: readonly Mark[];
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
      look: bucket?.look ?? turn.look,
    });
  }
  return [...buckets.values()];
}

/** The widest a column gets, in pixels; the narrowest that still shows a gap between bars. */
const WIDEST = 32;
const NARROWEST = 3;

/** Width of a column and how many columns share a bar, for a strip of a width in pixels. */
export function stripScale(columnCount: number, width: number): { pitch: number; perBucket: number } {
  const pitch = Math.min(WIDEST, Math.max(1, width) / Math.max(1, columnCount));
  return { pitch, perBucket: Math.max(1, Math.ceil(NARROWEST / pitch)) };
}

const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
const LEAST_DISTANCE = 40;

/** Turn numbers that are written below the bars: each 5th, or fewer where they would touch. */
export function numbersOf(turns: readonly StripTurn[], pitch: number): StripTurn[] {
  const step = STEPS.find(entry => entry * pitch >= LEAST_DISTANCE) ?? 10_000;
  return turns.filter(turn => turn.turn > 0 && turn.turn % step === 0);
}
