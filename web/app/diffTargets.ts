import type { SceneRow } from '../../shared/rows.ts';
import { type RunGraph, sceneOfTurn } from '../../shared/runGraph.ts';

/** The scenes that a scene is compared with by one key. */
export interface DiffTargets {
  /** The end of the turn before. */
  before: SceneRow | null;
  /** Where its branch was forked. */
  forkPoint: SceneRow | null;
  /** The heads of the other branches, in the order of the branches. */
  otherHeads: HeadTarget[];
}

export interface HeadTarget {
  branch: string;
  head: SceneRow;
}

/** @param branch the branch that is meant: of a fork’s earlier turns it is not the scene’s own */
export function diffTargetsOf(graph: RunGraph, scene: SceneRow, branch: string): DiffTargets {
  const readable = (row: SceneRow | null | undefined) =>
    row && row.id !== scene.id && row.problem === null ? row : null;
  const node = graph.turns.get(graph.turnOfScene.get(scene.id) ?? '');
  const parent = graph.turns.get(node?.parent ?? '');
  const others = [...graph.branches.values()].filter(
    ({ name, kind }) => name !== branch && kind !== 'subagent',
  );
  return {
    before: readable(parent && sceneOfTurn(parent, null)),
    forkPoint: readable(graph.scenes.get(graph.branches.get(branch)?.origin ?? '')),
    otherHeads: others.flatMap(({ name, head: id }) => {
      const head = readable(graph.scenes.get(id ?? ''));
      return head ? [{ branch: name, head }] : [];
    }),
  };
}
