import type { BranchRecord } from './branch.ts';
import type { Point } from './checkpoint.ts';
import { lineOf } from './lineOf.ts';

/** What the head's rule needs of a scene. */
export interface SceneLink {
  id: string;
  parent: string | null;
  turn: number;
  point: Point;
}

/**
 * The head of a branch: the head at the last write of `branch.json`, rolled forward to children that no move has
 * left. So a save needs no second write. Without a record (folders made by others) it starts at the first scene.
 * @param scenes the readable scenes in the branch's own folder, `superseded/` included
 * @param ancestors the scenes of the branches it comes from: a line that a fork left may begin there, and a scene
 *   of that line that is copied in later has been left all the same
 * @returns a scene id, or null for a branch without scenes or one whose recorded head is missing
 */
export function headOf(
  record: Pick<BranchRecord, 'head' | 'moves'> | null,
  scenes: readonly SceneLink[],
  ancestors: readonly SceneLink[] = [],
): string | null {
  const byId = new Map(scenes.map(scene => [scene.id, scene]));
  const everywhere = new Map([...ancestors, ...scenes].map(scene => [scene.id, scene]));
  const left = new Set((record?.moves ?? []).flatMap(move => lineOf(everywhere, move.left)));
  const childrenOf = groupByParent(scenes);
  const start = record?.head ?? firstRoot(scenes, byId);
  if (start === null || !byId.has(start)) return null;
  const seen = new Set<string>();
  let head = start;
  for (let next: SceneLink | undefined = byId.get(start); next && !seen.has(next.id); ) {
    head = next.id;
    seen.add(head);
    next = (childrenOf.get(head) ?? []).filter(child => !left.has(child.id)).sort(bySavePoint)[0];
  }
  return head;
}

/** Turn by turn, A before B. */
export function bySavePoint(
  x: Pick<SceneLink, 'turn' | 'point'>,
  y: Pick<SceneLink, 'turn' | 'point'>,
): number {
  return x.turn - y.turn || (x.point === y.point ? 0 : x.point < y.point ? -1 : 1);
}

function firstRoot(scenes: readonly SceneLink[], byId: ReadonlyMap<string, SceneLink>): string | null {
  const roots = scenes.filter(scene => scene.parent === null || !byId.has(scene.parent));
  return roots.toSorted(bySavePoint)[0]?.id ?? null;
}

function groupByParent(scenes: readonly SceneLink[]): Map<string, SceneLink[]> {
  const children = new Map<string, SceneLink[]>();
  for (const scene of scenes) {
    if (scene.parent === null) continue;
    const siblings = children.get(scene.parent);
    if (siblings) siblings.push(scene);
    else children.set(scene.parent, [scene]);
  }
  return children;
}
