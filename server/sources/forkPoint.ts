import type { Point } from '../../shared/checkpoint.ts';
import { bySavePoint } from '../../shared/head.ts';

/** A scene as the search for a fork point sees it. */
export interface ForkScene {
  id: string;
  turn: number;
  point: Point;
  parent: string | null;
  isOwn: boolean;
  isReadable: boolean;
}

/** Where a fork hangs on its ancestors. */
interface ForkPoint {
  /** The scene it was forked from, or null where none fits. */
  origin: string | null;
  /** Which scenes of the fork are copies, with the scene that each is a copy of. */
  copies: Map<string, ForkScene>;
}

/** Whether two scenes hold equal messages, and whether one's begin with the other's (scenes given by id). */
export interface MessageComparison<S> {
  areEqual(x: S, y: S): boolean;
  isBeginning(earlier: S, later: S): boolean;
}

/**
 * Finds the fork point of a branch: the scene at the same save point with equal messages as its first scene. A fork
 * that copied the whole history from the first turn was forked at the last scene it shares. One that copied nothing
 * goes on from the last earlier scene that its messages begin with.
 * @param own the readable scenes in the fork's folder, by save point
 * @param ancestors the scenes of its parent, then of its parent's parent, and so on
 */
export function forkPointOf<S extends ForkScene>(
  own: readonly S[],
  ancestors: readonly S[],
  compare: MessageComparison<S>,
): ForkPoint {
  const copies = new Map<string, ForkScene>();
  const originalOf = originals(ancestors, compare);
  const [first] = own;
  const original = first && originalOf(first);
  if (!first) return { origin: null, copies };
  if (!original) return { origin: originWithoutCopy(first, ancestors, compare), copies };
  copies.set(first.id, original);
  let origin = original;
  if (original.parent !== null) return { origin: origin.id, copies };
  for (const scene of own.slice(1)) {
    const next = originalOf(scene);
    if (!next) break;
    copies.set(scene.id, next);
    origin = next;
  }
  return { origin: origin.id, copies };
}

function originals<S extends ForkScene>(ancestors: readonly S[], compare: MessageComparison<S>) {
  const byId = new Map<string, S>();
  const byPoint = new Map<string, S[]>();
  for (const scene of ancestors) {
    if (!scene.isReadable) continue;
    if (!byId.has(scene.id)) byId.set(scene.id, scene);
    const key = `${scene.turn}-${scene.point}`;
    byPoint.set(key, [...(byPoint.get(key) ?? []), scene]);
  }
  return (copy: S): S | undefined =>
    byId.get(copy.id) ??
    (copy.isOwn
      ? undefined
      : byPoint.get(`${copy.turn}-${copy.point}`)?.find(scene => compare.areEqual(scene, copy)));
}

function originWithoutCopy<S extends ForkScene>(
  first: S,
  ancestors: readonly S[],
  compare: MessageComparison<S>,
): string | null {
  if (first.isOwn) return ancestors.find(scene => scene.id === first.parent)?.id ?? null;
  return (
    ancestors
      .filter(scene => scene.isReadable && bySavePoint(scene, first) < 0)
      .sort((x, y) => bySavePoint(y, x))
      .find(scene => compare.isBeginning(scene, first))?.id ?? null
  );
}
