import { longestRising, type Pairing } from '../diff/anchors.ts';
import { fitOf, isSameTurn, joined, type TurnSignature } from './turnSignature.ts';

/** For each side the index of its turn that stands in the row, or null. */
export type TurnRow = readonly (number | null)[];

/** Above so many cells a stretch is cut: at what stands once on each side, else in equal parts. */
const maxCells = 250_000;

/**
 * Turns of several sides in rows, by what they did: the second side against the first, each further one against the rows
 * that are there. Turns keep their order. Turns that nothing fits, between the same neighbours, stand opposite each
 * other as far as they go. Time at most in proportion to the number of turns once sides are long.
 */
export function alignTurns(sides: readonly (readonly TurnSignature[])[]): TurnRow[] {
  const [first = [], ...others] = sides;
  let rows: { signature: TurnSignature; places: (number | null)[] }[] = first.map((signature, index) => ({
    signature,
    places: [index],
  }));
  others.forEach((side, before) => {
    const signatures = rows.map(row => row.signature);
    rows = pairsWithGaps(signatures, side).flatMap(([rowIndex, index]) => {
      const row = rowIndex === null ? undefined : rows[rowIndex];
      const signature = index === null ? undefined : side[index];
      const places = [...(row?.places ?? Array<null>(before + 1).fill(null)), index];
      if (row && signature) return [{ signature: joined(row.signature, signature), places }];
      const only = row?.signature ?? signature;
      return only ? [{ signature: only, places }] : [];
    });
  });
  return rows.map(row => row.places);
}

type PairOrGap = readonly [left: number | null, right: number | null];

/** All turns of both sides in order, paired where they fit or stand opposite each other. */
function pairsWithGaps(left: readonly TurnSignature[], right: readonly TurnSignature[]): PairOrGap[] {
  const found: PairOrGap[] = [];
  let l = 0;
  let r = 0;
  for (const [nextLeft, nextRight] of [...pairsThatFit(left, right), [left.length, right.length] as const]) {
    while (l < nextLeft && r < nextRight) found.push([l++, r++]);
    while (l < nextLeft) found.push([l++, null]);
    while (r < nextRight) found.push([null, r++]);
    if (l < left.length && r < right.length) found.push([l++, r++]);
  }
  return found;
}

interface Stretch {
  l0: number;
  l1: number;
  r0: number;
  r1: number;
}

/** Ties could fall either way; going through both sides in one fixed order makes the rows the same when they swap. */
function pairsThatFit(left: readonly TurnSignature[], right: readonly TurnSignature[]): Pairing[] {
  return isInOrder(left, right) ? fitting(left, right) : fitting(right, left).map(([r, l]) => [l, r]);
}

function isInOrder(left: readonly TurnSignature[], right: readonly TurnSignature[]): boolean {
  if (left.length !== right.length) return left.length < right.length;
  const index = left.findIndex((turn, at) => turn.text() !== right[at]?.text());
  return index < 0 || (left[index]?.text() ?? '') < (right[index]?.text() ?? '');
}

function fitting(left: readonly TurnSignature[], right: readonly TurnSignature[]): Pairing[] {
  const pairs: Pairing[] = [];
  alignStretch(left, right, { l0: 0, l1: left.length, r0: 0, r1: right.length }, pairs);
  return pairs.sort(([x], [y]) => x - y);
}

function alignStretch(
  left: readonly TurnSignature[],
  right: readonly TurnSignature[],
  stretch: Stretch,
  pairs: Pairing[],
) {
  let { l0, l1, r0, r1 } = stretch;
  const isSame = (l: number, r: number) => {
    const [x, y] = [left[l], right[r]];
    return x !== undefined && y !== undefined && isSameTurn(x, y);
  };
  while (l0 < l1 && r0 < r1 && isSame(l0, r0)) pairs.push([l0++, r0++]);
  while (l0 < l1 && r0 < r1 && isSame(l1 - 1, r1 - 1)) pairs.push([--l1, --r1]);
  if (l0 === l1 || r0 === r1) return;
  if ((l1 - l0) * (r1 - r0) <= maxCells) {
    const best = bestPairs(left.slice(l0, l1), right.slice(r0, r1));
    for (const [l, r] of best) pairs.push([l + l0, r + r0]);
    return;
  }
  for (const part of partsOf(left, right, { l0, l1, r0, r1 })) alignStretch(left, right, part, pairs);
}

/** Cuts a long stretch in front of each turn that only one turn of the other side repeats; without any, in equal parts. */
function partsOf(
  left: readonly TurnSignature[],
  right: readonly TurnSignature[],
  { l0, l1, r0, r1 }: Stretch,
): Stretch[] {
  const anchors = anchorsIn(left, right, { l0, l1, r0, r1 });
  const cuts = anchors.length > 0 ? anchors : equalCuts({ l0, l1, r0, r1 });
  const parts: Stretch[] = [];
  let [l, r] = [l0, r0];
  for (const [nextLeft, nextRight] of [...cuts, [l1, r1] as const]) {
    parts.push({ l0: l, l1: nextLeft, r0: r, r1: nextRight });
    [l, r] = [nextLeft, nextRight];
  }
  return parts;
}

function equalCuts({ l0, l1, r0, r1 }: Stretch): Pairing[] {
  const count = Math.ceil(Math.max(l1 - l0, r1 - r0) / Math.sqrt(maxCells));
  return Array.from({ length: count - 1 }, (_, index) => {
    const share = (index + 1) / count;
    return [l0 + Math.floor((l1 - l0) * share), r0 + Math.floor((r1 - r0) * share)] as const;
  });
}

/** Pairs of greatest total fit that do not cross, by the classic table over both lists. */
function bestPairs(left: readonly TurnSignature[], right: readonly TurnSignature[]): Pairing[] {
  const width = right.length + 1;
  const best = new Float64Array((left.length + 1) * width);
  const fits = new Float64Array((left.length + 1) * width);
  const at = (table: Float64Array, l: number, r: number) => table[l * width + r] ?? 0;
  for (let l = left.length - 1; l >= 0; l--) {
    for (let r = right.length - 1; r >= 0; r--) {
      const [x, y] = [left[l], right[r]];
      const fit = x && y ? fitOf(x, y) : 0;
      fits[l * width + r] = fit;
      const paired = fit > 0 ? fit + at(best, l + 1, r + 1) : 0;
      best[l * width + r] = Math.max(paired, at(best, l + 1, r), at(best, l, r + 1));
    }
  }
  const pairs: Pairing[] = [];
  for (let l = 0, r = 0; l < left.length && r < right.length; ) {
    const fit = at(fits, l, r);
    const here = at(best, l, r);
    if (fit > 0 && here === fit + at(best, l + 1, r + 1)) pairs.push([l++, r++]);
    else if (here === at(best, l + 1, r)) l++;
    else r++;
  }
  return pairs;
}

/** What stands once on each side, in the longest order that both sides share. */
function anchorsIn(
  left: readonly TurnSignature[],
  right: readonly TurnSignature[],
  { l0, l1, r0, r1 }: Stretch,
): Pairing[] {
  const onRight = placesOfUnique(right, r0, r1);
  const candidates = [...placesOfUnique(left, l0, l1)].flatMap(([key, l]): Pairing[] => {
    const r = onRight.get(key);
    return r === undefined ? [] : [[l, r]];
  });
  return longestRising(candidates.sort(([x], [y]) => x - y)).filter(([l, r]) => l > l0 || r > r0);
}

function placesOfUnique(turns: readonly TurnSignature[], from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  const repeated = new Set<number>();
  for (let index = from; index < to; index++) {
    for (const key of turns[index]?.exact ?? []) {
      if (places.has(key)) repeated.add(key);
      places.set(key, index);
    }
  }
  for (const key of repeated) places.delete(key);
  return places;
}
