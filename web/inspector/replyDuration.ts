import type { SceneRow } from '../../shared/rows.ts';
import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';

/** The scene that the reply was saved as: A where there is a readable one. It holds what the model said of it. */
export function replySceneOf(node: TurnNode, row: SceneRow): SceneRow {
  return node.a && !node.a.problem ? node.a : row;
}

/** From the scene that was asked from to the save of the reply, in milliseconds; null where a time is missing. */
export function replyDurationMs(graph: RunGraph, node: TurnNode): number | null {
  const reply = node.a ?? node.b;
  const asked = reply?.parent ? graph.scenes.get(reply.parent) : undefined;
  if (!reply?.savedAt || !asked?.savedAt) return null;
  const durationMs = Date.parse(reply.savedAt) - Date.parse(asked.savedAt);
  return durationMs >= 0 ? durationMs : null;
}
