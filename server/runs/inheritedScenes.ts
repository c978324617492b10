import { lineOf } from '../../shared/lineOf.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { branchWithAncestors, type RunGraph } from '../../shared/runGraph.ts';

/**
 * The scenes that a branch's ancestors had come through when it was forked off: its copy of the files began with what
 * they had made of them. Superseded scenes too: a rewind that left the files as they were left what those had made.
 */
export function inheritedScenes(graph: RunGraph, branch: string): SceneRow[] {
  const ids = branchWithAncestors(branch, graph.branches).flatMap(name => {
    const { parent = null, origin = null } = graph.branches.get(name) ?? {};
    if (origin === null) return [];
    return [...leftBefore(graph, parent, origin), ...lineOf(graph.scenes, origin)];
  });
  return [...new Set(ids)].flatMap(id => graph.scenes.get(id) ?? []);
}

/** The scenes that moves of a branch had left when `scene` was saved: the first move after that left a line with it. */
function leftBefore({ branches, scenes }: RunGraph, branch: string | null, scene: string): string[] {
  const lines = (branches.get(branch ?? '')?.moves ?? []).map(move => lineOf(scenes, move.left));
  const next = lines.findIndex(line => line.includes(scene));
  return (next === -1 ? lines : lines.slice(0, next)).flat();
}
