import { idAnchors, type Pairing } from './anchors.ts';
import { likePairs } from './likePairs.ts';
import type { DiffKind } from './messagesDiff.ts';
import { type Gap, gapsBetween, type SameRun, sameRuns } from './sameRuns.ts';

/** What is looked at of a message, or of a block of one, where its digest alone does not say to which it belongs. */
export interface AlignItem {
  /** Only items of one kind pair: a message's role, a block's type. */
  kind: string;
  /** Ids of calls and results: whoever shares one is the same thing, changed. */
  ids: readonly string[];
  /** Hashes of the words in it, sorted and distinct, for likeness. */
  words: readonly number[];
}

/** A list to be aligned. Items are made only of what stands where the lists differ. */
export interface AlignList {
  /** Equal for equal content, and only then. */
  digests: readonly string[];
  itemAt(index: number): AlignItem;
}

/** A place in the diff of two lists. Neighbours that are the same are one place, with how many they are. */
export interface AlignedPlace {
  kind: DiffKind;
  left: number | null;
  right: number | null;
  count: number;
}

/** Counts what is compared: two digests, or the words of two items. Looking up a digest counts where it is found. */
export interface Compared {
  digests: number;
  words: number;
}

/**
 * Aligns two lists by content, then by call ids, then by like words; pairs never cross, and what is the same but crosses
 * them has moved. Equal beginnings and ends cost one check of digests an item. The work on the rest grows with its length,
 * and each item of it is compared at most twice. Pure and symmetric: swapped lists give the swapped places.
 */
export function alignItems(
  left: AlignList,
  right: AlignList,
  compared: Compared = { digests: 0, words: 0 },
): AlignedPlace[] {
  const changed: Pairing[] = [];
  const same = sameRuns(left.digests, right.digests, compared, (gap, isSwapped) => {
    if (isSwapped) changed.push(...changedPairs(right, left, gap, compared).map(([r, l]) => [l, r] as const));
    else changed.push(...changedPairs(left, right, gap, compared));
  });
  const runs = [
    ...same.map(run => ({ ...run, kind: 'same' as const })),
    ...changed.map(([l, r]) => ({ left: l, right: r, count: 1, kind: 'changed' as const })),
  ].sort((a, b) => a.left - b.left);
  return withMoved(left.digests, right.digests, placesOf(runs, left.digests.length, right.digests.length));
}

/** What belongs together where nothing is the same, or only crosses what is: by call ids, then by like words. */
function changedPairs(left: AlignList, right: AlignList, gap: Gap, compared: Compared): Pairing[] {
  const byId = idAnchors(left, right, gap);
  const byWords = gapsBetween(gap, byId).flatMap(inner => likePairs(left, right, inner, compared));
  return [...byId, ...byWords];
}

interface PairRun extends SameRun {
  kind: 'same' | 'changed';
}

/** Pairs and what lies between them in reading order: in each gap what was removed, then what was added. */
function placesOf(runs: readonly PairRun[], leftLength: number, rightLength: number): AlignedPlace[] {
  const places: AlignedPlace[] = [];
  let [l, r] = [0, 0];
  const end = { left: leftLength, right: rightLength, count: 0, kind: 'same' as const };
  for (const { left, right, count, kind } of [...runs, end]) {
    while (l < left) places.push({ kind: 'removed', left: l++, right: null, count: 1 });
    while (r < right) places.push({ kind: 'added', left: null, right: r++, count: 1 });
    const last = places.at(-1);
    if (count > 0 && kind === 'same' && last?.kind === 'same') last.count += count;
    else if (count > 0) places.push({ kind, left, right, count });
    [l, r] = [left + count, right + count];
  }
  return places;
}

/** What was removed here and added there is the same thing, moved; of several equal ones the first goes with the first. */
function withMoved(
  left: readonly string[],
  right: readonly string[],
  places: readonly AlignedPlace[],
): AlignedPlace[] {
  const added = new Map<string, AlignedPlace[]>();
  for (const place of places) {
    if (place.kind !== 'added' || place.right === null) continue;
    const digest = right[place.right] ?? '';
    const equal = added.get(digest);
    if (equal) equal.push(place);
    else added.set(digest, [place]);
  }
  const movedHere = new Map<AlignedPlace, AlignedPlace>();
  const moved = places.map((place): AlignedPlace => {
    if (place.kind !== 'removed' || place.left === null) return place;
    const here = added.get(left[place.left] ?? '')?.shift();
    if (!here) return place;
    movedHere.set(here, { ...here, kind: 'moved-here', left: place.left });
    return { ...place, kind: 'moved-away', right: here.right };
  });
  return moved.map(place => movedHere.get(place) ?? place);
}
