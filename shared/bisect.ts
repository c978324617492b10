/** What a person said of a turn: still on the way, already wrong, or cannot tell. */
export type TurnVerdict = 'good' | 'bad' | 'skip';

/**
 * Where the search for the first bad turn stands. `needs`: no turn of that kind is marked yet. `look`: this turn next,
 * and so many more looks at most, this one included. `found`: the first bad turn, and the last good one before it; where
 * turns between them cannot be told, `skipped` has them and the first bad one may be any of these. `contradiction`:
 * a good turn comes after a bad one.
 */
export type Bisection =
  | { kind: 'needs'; verdict: 'good' | 'bad' }
  | { kind: 'look'; turn: string; looksLeft: number }
  | { kind: 'found'; bad: string; good: string; skipped: string[] }
  | { kind: 'contradiction'; bad: string; good: string };

/**
 * The next step of a search by halves along one line of turns, as `git bisect` does it. Pure.
 * @param line turn ids, the first turn first
 * @param verdicts by turn id; of turns on other lines they are left out of account
 */
export function bisect(line: readonly string[], verdicts: ReadonlyMap<string, TurnVerdict>): Bisection {
  const placesOf = (verdict: TurnVerdict) =>
    line.flatMap((turn, place) => (verdicts.get(turn) === verdict ? [place] : []));
  const bad = placesOf('bad')[0];
  const good = placesOf('good').at(-1);
  if (bad === undefined) return { kind: 'needs', verdict: 'bad' };
  if (good === undefined) return { kind: 'needs', verdict: 'good' };
  const [badTurn = '', goodTurn = ''] = [line[bad], line[good]];
  if (good > bad) return { kind: 'contradiction', bad: badTurn, good: goodTurn };
  const between = line.slice(good + 1, bad);
  const unknown = between.filter(turn => !verdicts.has(turn));
  const next = nearestToMiddle(between, unknown);
  if (next !== null) return { kind: 'look', turn: next, looksLeft: looksFor(unknown.length) };
  return { kind: 'found', bad: badTurn, good: goodTurn, skipped: between };
}

function nearestToMiddle(between: readonly string[], candidates: readonly string[]): string | null {
  const middle = (between.length - 1) / 2;
  const distance = (turn: string) => Math.abs(between.indexOf(turn) - middle);
  return candidates.reduce<string | null>(
    (nearest, turn) => (nearest === null || distance(turn) < distance(nearest) ? turn : nearest),
    null,
  );
}

/** The most looks that a search by halves of so many turns takes. */
function looksFor(count: number): number {
  return Math.ceil(Math.log2(count + 1));
}
