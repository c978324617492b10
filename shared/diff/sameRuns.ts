import { type Pairing, repeatedAnchors, uniqueAnchors } from './anchors.ts';

/** Neighbours that are the same on both sides: so many from these places on. */
export interface SameRun {
  left: number;
  right: number;
  count: number;
}

/** Places `l0` to `l1` on the left, `r0` to `r1` on the right, the ends not included. */
export interface Gap {
  l0: number;
  l1: number;
  r0: number;
  r1: number;
}

/** Takes the gaps in which nothing more is the same. `isSwapped`: left and right of the gap are those of the other side. */
export type OnGap = (gap: Gap, isSwapped: boolean) => void;

/** Beyond so many gaps within gaps, what stands several times is paired in order. */
const deepest = 24;

/**
 * What two lists of keys have in common, in runs that do not cross: equal beginnings and ends first, then what stands once
 * on each side, and so on between. The work grows with the length. Symmetric: swapped lists give the swapped runs.
 * @param compared is counted up by each two keys that are compared; looking one up counts where it is found
 */
export function sameRuns(
  left: readonly string[],
  right: readonly string[],
  compared: { digests: number } = { digests: 0 },
  onGap?: OnGap,
): SameRun[] {
  const search = new Search(left, right, compared, gap => onGap?.(gap, false));
  const gap = search.trim({ l0: 0, l1: left.length, r0: 0, r1: right.length }, { start: true, end: true });
  if (isInOrder(left, right, gap)) search.align(gap);
  const swapped = new Search(right, left, compared, inner => onGap?.(inner, true));
  if (!isInOrder(left, right, gap)) swapped.align({ l0: gap.r0, l1: gap.r1, r0: gap.l0, r1: gap.l1 });
  const others = swapped.runs.map(run => ({ left: run.right, right: run.left, count: run.count }));
  return [...search.runs, ...others].sort((a, b) => a.left - b.left);
}

/** Where two ways are equally good, one fixed order of the lists makes the result symmetric. */
function isInOrder(left: readonly string[], right: readonly string[], { l0, l1, r0, r1 }: Gap): boolean {
  if (l1 - l0 !== r1 - r0) return l1 - l0 < r1 - r0;
  return (left[l0] ?? '') <= (right[r0] ?? '');
}

class Search {
  readonly runs: SameRun[] = [];
  readonly #left: readonly string[];
  readonly #right: readonly string[];
  readonly #compared: { digests: number };
  readonly #onGap: (gap: Gap) => void;

  constructor(
    left: readonly string[],
    right: readonly string[],
    compared: { digests: number },
    onGap: (gap: Gap) => void,
  ) {
    this.#left = left;
    this.#right = right;
    this.#compared = compared;
    this.#onGap = onGap;
  }

  /** Takes off what is the same at those ends of a gap that nobody has looked at yet. */
  trim(gap: Gap, fresh: { start: boolean; end: boolean }): Gap {
    let { l0, l1, r0, r1 } = gap;
    const isOpen = () => l0 < l1 && r0 < r1;
    if (fresh.start) while (isOpen() && this.#isSame(l0, r0)) [l0, r0] = [l0 + 1, r0 + 1];
    this.#take(gap.l0, gap.r0, l0 - gap.l0);
    // One on each side is the very pair that was just found to differ.
    const isLast = () => fresh.start && l1 - l0 === 1 && r1 - r0 === 1;
    if (fresh.end) {
      while (isOpen() && !isLast() && this.#isSame(l1 - 1, r1 - 1)) [l1, r1] = [l1 - 1, r1 - 1];
    }
    this.#take(l1, r1, gap.l1 - l1);
    return { l0, l1, r0, r1 };
  }

  /** Looks into a gap whose ends differ. */
  align(gap: Gap, depth = 0): void {
    if (gap.l0 === gap.l1 || gap.r0 === gap.r1) return;
    const unique = depth < deepest ? uniqueAnchors(this.#left, this.#right, gap) : [];
    if (unique.length > 0) {
      this.#takeAnchors(gap, unique, inner => this.align(inner, depth + 1));
      return;
    }
    const repeated = repeatedAnchors(this.#left, this.#right, gap);
    this.#takeAnchors(gap, repeated, this.#onGap);
  }

  #takeAnchors(gap: Gap, anchors: readonly Pairing[], inside: (gap: Gap) => void) {
    this.#compared.digests += anchors.length;
    for (const [l, r] of anchors) this.#take(l, r, 1);
    for (const { fresh, ...inner } of gapsBetween(gap, anchors)) {
      const rest = this.trim(inner, fresh);
      if (rest.l0 < rest.l1 && rest.r0 < rest.r1) inside(rest);
    }
  }

  #isSame(l: number, r: number): boolean {
    this.#compared.digests += 1;
    return this.#left[l] === this.#right[r];
  }

  #take(left: number, right: number, count: number) {
    if (count > 0) this.runs.push({ left, right, count });
  }
}

/** What lies between anchors, where both sides have something. An end beside an anchor is fresh: nobody has compared it yet. */
export function gapsBetween(
  { l0, l1, r0, r1 }: Gap,
  anchors: readonly Pairing[],
): (Gap & { fresh: { start: boolean; end: boolean } })[] {
  return [...anchors, [l1, r1] as const]
    .map(([l, r], index) => {
      const [beforeL, beforeR] = anchors[index - 1] ?? [l0 - 1, r0 - 1];
      const fresh = { start: index > 0, end: index < anchors.length };
      return { l0: beforeL + 1, l1: l, r0: beforeR + 1, r1: r, fresh };
    })
    .filter(gap => gap.l0 < gap.l1 && gap.r0 < gap.r1);
}
