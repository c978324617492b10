import { lineOf } from '../../shared/lineOf.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';

/** By index in `messages`: the turn that added the message, or null where that is not known. */
export type MessageTurns = readonly (number | null)[];

/** By index, the turns that added the messages of each side. */
export interface SideTurns {
  left: MessageTurns;
  right: MessageTurns;
}

/**
 * Which turn added each message of a scene, from how many messages each scene before it holds. Not known: what came
 * with a file that cannot be read, and everything before a compaction, which writes `messages` anew.
 */
export function messageTurnsOf(graph: RunGraph, scene: SceneRow): MessageTurns {
  let turns: (number | null)[] = [];
  let isWhole = true;
  for (const id of lineOf(graph.scenes, scene.id)) {
    const row = graph.scenes.get(id);
    if (!row) continue;
    if (row.problem) {
      isWhole = false;
      continue;
    }
    const isStart = turns.length === 0 && row.turn > 0;
    const isRewritten = row.flags.includes('compaction') || row.messageCount < turns.length;
    if (isRewritten) turns = [];
    const added = row.messageCount - turns.length;
    const turn = isWhole && !isStart && !isRewritten ? row.turn : null;
    turns.push(...Array.from({ length: added }, () => turn));
    isWhole = true;
  }
  return turns;
}
