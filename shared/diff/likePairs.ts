import type { AlignItem, AlignList, Compared } from './alignItems.ts';
import { longestRising, type Pairing } from './anchors.ts';
import type { Gap } from './sameRuns.ts';

const likeEnough = 0.5;
/** A word that stands in more items of one kind says little about which of them is meant. */
const rareIn = 4;

/**
 * Pairs items of like words in a gap. Each on the left is compared with one on the right alone: with the one of its kind
 * that has most of its rare words, or, where it has none of them, with the one at the same place among its kind.
 */
export function likePairs(left: AlignList, right: AlignList, gap: Gap, compared: Compared): Pairing[] {
  const [lefts, rights] = [byKind(left, gap.l0, gap.l1), byKind(right, gap.r0, gap.r1)];
  const best = new Map<number, { left: number; likeness: number }>();
  for (const [kind, places] of lefts) {
    const others = rights.get(kind) ?? [];
    if (others.length === 0) continue;
    const rare = rareWords(right, others);
    places.forEach((l, nth) => {
      const item = left.itemAt(l);
      const r = mostRareWords(item, rare) ?? others[nth];
      if (r === undefined) return;
      compared.words += 1;
      const likeness = likenessOf(item.words, right.itemAt(r).words);
      if (likeness >= likeEnough && likeness > (best.get(r)?.likeness ?? 0))
        best.set(r, { left: l, likeness });
    });
  }
  const pairs = [...best].map(([r, { left: l }]): Pairing => [l, r]);
  return longestRising(pairs.sort(([a], [b]) => a - b));
}

function byKind(list: AlignList, from: number, to: number): Map<string, number[]> {
  const kinds = new Map<string, number[]>();
  for (let index = from; index < to; index++) {
    const { kind } = list.itemAt(index);
    const places = kinds.get(kind);
    if (places) places.push(index);
    else kinds.set(kind, [index]);
  }
  return kinds;
}

/** By word the places that it stands at, of those words that stand at few. */
function rareWords(list: AlignList, places: readonly number[]): Map<number, number[]> {
  const words = new Map<number, number[]>();
  for (const place of places) {
    for (const word of list.itemAt(place).words) {
      const known = words.get(word);
      if (!known) words.set(word, [place]);
      else if (known.length <= rareIn) known.push(place);
    }
  }
  return words;
}

function mostRareWords(item: AlignItem, rare: ReadonlyMap<number, readonly number[]>): number | null {
  const counts = new Map<number, number>();
  for (const word of item.words) {
    const places = rare.get(word) ?? [];
    if (places.length > rareIn) continue;
    for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  let best: number | null = null;
  for (const [place, count] of counts) {
    if (best === null || count > (counts.get(best) ?? 0)) best = place;
  }
  return best;
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
