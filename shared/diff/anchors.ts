import type { AlignList } from './alignItems.ts';
import type { Gap } from './sameRuns.ts';

/** Places of two items that belong together. */
export type Pairing = readonly [left: number, right: number];

/** What stands once on each side of a gap, in the longest order that both sides share (a patience diff). */
export function uniqueAnchors(left: readonly string[], right: readonly string[], gap: Gap): Pairing[] {
  const onLeft = placesByKey(left, gap.l0, gap.l1);
  const onRight = placesByKey(right, gap.r0, gap.r1);
  const pairs: Pairing[] = [];
  for (const [key, [l, ...others]] of onLeft) {
    const [r, ...othersRight] = onRight.get(key) ?? [];
    if (l === undefined || r === undefined || others.length + othersRight.length > 0) continue;
    pairs.push([l, r]);
  }
  return longestRising(pairs);
}

/** What stands several times: the first with the first, the second with the second, as far as these do not cross. */
export function repeatedAnchors(left: readonly string[], right: readonly string[], gap: Gap): Pairing[] {
  const onRight = placesByKey(right, gap.r0, gap.r1);
  const taken = new Map<string, number>();
  const pairs: Pairing[] = [];
  for (let l = gap.l0; l < gap.l1; l++) {
    const key = left[l] ?? '';
    const nth = taken.get(key) ?? 0;
    const r = onRight.get(key)?.[nth];
    if (r === undefined) continue;
    taken.set(key, nth + 1);
    pairs.push([l, r]);
  }
  return longestRising(pairs);
}

/** Items of one kind that share a call id; where ids are used again, the first goes with the first. */
export function idAnchors(left: AlignList, right: AlignList, gap: Gap): Pairing[] {
  const keysAt = (list: AlignList, index: number) => {
    const { kind, ids } = list.itemAt(index);
    return ids.map(id => `${kind} ${id}`);
  };
  const onRight = new Map<string, number[]>();
  for (let r = gap.r0; r < gap.r1; r++) for (const key of keysAt(right, r)) add(onRight, key, r);
  const taken = new Map<string, number>();
  const pairs: Pairing[] = [];
  for (let l = gap.l0; l < gap.l1; l++) {
    let pair: number | undefined;
    for (const key of keysAt(left, l)) {
      const nth = taken.get(key) ?? 0;
      taken.set(key, nth + 1);
      pair ??= onRight.get(key)?.[nth];
    }
    if (pair !== undefined) pairs.push([l, pair]);
  }
  return longestRising(pairs);
}

function placesByKey(keys: readonly string[], from: number, to: number): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let index = from; index < to; index++) add(places, keys[index] ?? '', index);
  return places;
}

function add(places: Map<string, number[]>, key: string, index: number) {
  const known = places.get(key);
  if (known) known.push(index);
  else places.set(key, [index]);
}

/** The longest run of pairs, already rising on the left, that also rises on the right. */
export function longestRising(pairs: readonly Pairing[]): Pairing[] {
  const tails: number[] = [];
  const before: (number | null)[] = [];
  const rightOf = (index: number | undefined) => (index === undefined ? -1 : (pairs[index]?.[1] ?? -1));
  pairs.forEach(([, r], index) => {
    let low = 0;
    for (let high = tails.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (rightOf(tails[middle]) < r) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? null : (tails[low - 1] ?? null);
    tails[low] = index;
  });
  const rising: Pairing[] = [];
  for (let index = tails.at(-1) ?? null; index !== null; index = before[index] ?? null) {
    const pair = pairs[index];
    if (pair) rising.push(pair);
  }
  return rising.reverse();
}
