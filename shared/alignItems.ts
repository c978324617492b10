/** Something to be aligned: a message, or a block of one. Built once per item, compared often. */
export interface AlignItem {
  /** Only items of one kind pair: a message's role, a block's type. */
  kind: string;
  /** Equal for equal content, and only then. */
  exact: string;
  /** Ids of calls and results: whoever shares one is the same thing, changed. */
  ids: readonly string[];
  /** Hashes of the words in it, sorted and distinct, for likeness; asked for only where nothing better is known. */
  words: () => readonly number[];
}

/** Places of two items that belong together. */
export type Pairing = readonly [left: number, right: number];

/** Above so many cells a stretch is split at its anchors; without anchors it stays unpaired. */
const maxCells = 250_000;
const likeEnough = 0.5;

/**
 * Pairs the items of two lists so that pairs never cross: the same with the same, then those that share a call id,
 * then those of like words. Equal beginnings and ends cost nothing; the work on the rest is bounded.
 * Pure and symmetric: swapped lists give the swapped pairs.
 */
export function alignItems(left: readonly AlignItem[], right: readonly AlignItem[]): Pairing[] {
  return isInOrder(left, right)
    ? alignOrdered(left, right)
    : alignOrdered(right, left).map(([r, l]) => [l, r]);
}

/** Ties could fall either way; going through both lists in one fixed order makes the result symmetric. */
function isInOrder(left: readonly AlignItem[], right: readonly AlignItem[]): boolean {
  if (left.length !== right.length) return left.length < right.length;
  const at = left.findIndex((item, index) => item.exact !== right[index]?.exact);
  return at < 0 || (left[at]?.exact ?? '') < (right[at]?.exact ?? '');
}

function alignOrdered(left: readonly AlignItem[], right: readonly AlignItem[]): Pairing[] {
  const pairs: Pairing[] = [];
  alignStretch(left, right, { l0: 0, l1: left.length, r0: 0, r1: right.length }, pairs);
  return pairs.sort(([a], [b]) => a - b);
}

interface Stretch {
  l0: number;
  l1: number;
  r0: number;
  r1: number;
}

function alignStretch(
  left: readonly AlignItem[],
  right: readonly AlignItem[],
  stretch: Stretch,
  pairs: Pairing[],
) {
  let { l0, l1, r0, r1 } = stretch;
  while (l0 < l1 && r0 < r1 && left[l0]?.exact === right[r0]?.exact) pairs.push([l0++, r0++]);
  while (l0 < l1 && r0 < r1 && left[l1 - 1]?.exact === right[r1 - 1]?.exact) pairs.push([--l1, --r1]);
  if (l0 === l1 || r0 === r1) return;
  if ((l1 - l0) * (r1 - r0) <= maxCells) {
    pairs.push(
      ...bestPairs(left.slice(l0, l1), right.slice(r0, r1)).map(([l, r]) => [l + l0, r + r0] as const),
    );
    return;
  }
  const exact = anchorsOf(left, right, { l0, l1, r0, r1 }, item => item.exact);
  const anchors = exact.length > 0 ? exact : anchorsOf(left, right, { l0, l1, r0, r1 }, keyOfIds);
  if (anchors.length === 0) return;
  for (const [l, r] of [...anchors, [l1, r1] as const]) {
    alignStretch(left, right, { l0, l1: l, r0, r1: r }, pairs);
    if (l < l1) pairs.push([l, r]);
    l0 = l + 1;
    r0 = r + 1;
  }
}

/** Pairs of greatest total likeness that do not cross, by the classic table over both lists. */
function bestPairs(left: readonly AlignItem[], right: readonly AlignItem[]): Pairing[] {
  const width = right.length + 1;
  const best = new Float64Array((left.length + 1) * width);
  const pairValue = new Float64Array((left.length + 1) * width);
  const at = (table: Float64Array, l: number, r: number) => table[l * width + r] ?? 0;
  for (let l = left.length - 1; l >= 0; l--) {
    for (let r = right.length - 1; r >= 0; r--) {
      const value = valueOfPair(left[l], right[r]);
      pairValue[l * width + r] = value;
      const paired = value > 0 ? value + at(best, l + 1, r + 1) : 0;
      best[l * width + r] = Math.max(paired, at(best, l + 1, r), at(best, l, r + 1));
    }
  }
  const pairs: Pairing[] = [];
  for (let l = 0, r = 0; l < left.length && r < right.length; ) {
    const value = at(pairValue, l, r);
    const here = at(best, l, r);
    if (value > 0 && here === value + at(best, l + 1, r + 1)) pairs.push([l++, r++]);
    else if (here === at(best, l + 1, r)) l++;
    else r++;
  }
  return pairs;
}

/** The same 4, one call id in common 3, like words up to 2, else 0: not to be paired. */
function valueOfPair(left: AlignItem | undefined, right: AlignItem | undefined): number {
  if (!left || !right || left.kind !== right.kind) return 0;
  if (left.exact === right.exact) return 4;
  if (left.ids.some(id => right.ids.includes(id))) return 3;
  const likeness = likenessOf(left.words(), right.words());
  return likeness < likeEnough ? 0 : 1 + likeness;
}

/** Share of words in common (Dice), from 0 to 1; two items without words are alike. */
function likenessOf(left: readonly number[], right: readonly number[]): number {
  if (left.length + right.length === 0) return 1;
  let common = 0;
  for (let l = 0, r = 0; l < left.length && r < right.length; ) {
    const difference = (left[l] ?? 0) - (right[r] ?? 0);
    if (difference === 0) common++;
    if (difference <= 0) l++;
    if (difference >= 0) r++;
  }
  return (2 * common) / (left.length + right.length);
}

const keyOfIds = (item: AlignItem) => (item.ids.length === 0 ? null : `${item.kind} ${item.ids.join(' ')}`);

/** What stands once on each side, in the longest order that both sides share (a patience diff). */
function anchorsOf(
  left: readonly AlignItem[],
  right: readonly AlignItem[],
  { l0, l1, r0, r1 }: Stretch,
  keyOf: (item: AlignItem) => string | null,
): Pairing[] {
  const onRight = placesOfUnique(right, r0, r1, keyOf);
  const candidates: Pairing[] = [];
  for (const [key, l] of placesOfUnique(left, l0, l1, keyOf)) {
    const r = onRight.get(key);
    if (r !== undefined) candidates.push([l, r]);
  }
  return longestRising(candidates);
}

function placesOfUnique(
  items: readonly AlignItem[],
  from: number,
  to: number,
  keyOf: (item: AlignItem) => string | null,
): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  items.slice(from, to).forEach((item, index) => {
    const key = keyOf(item);
    if (key === null) return;
    if (places.has(key)) repeated.add(key);
    places.set(key, from + index);
  });
  for (const key of repeated) places.delete(key);
  return places;
}

/** The longest run of pairs, already rising on the left, that also rises on the right. */
function longestRising(pairs: readonly Pairing[]): Pairing[] {
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
