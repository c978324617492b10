import type { RunGraph } from '../../../shared/runGraph.ts';
import type { Lane } from './lanes.ts';

/**
 * Third stage: the column of every turn. It is the turn's number, so that branches line up and gaps stay gaps;
 * a subagent counts for itself, and its turns follow the turn that called it.
 * @param lanes in drawing order, those that call before those that are called
 */
export function columnsOf(graph: RunGraph, lanes: readonly Lane[]): Map<string, number> {
  const columns = new Map<string, number>();
  const offsets = new Map<string, number>();
  for (const lane of lanes) {
    const offset = offsets.get(lane.branch) ?? offsetOf(lane, graph, columns, offsets);
    offsets.set(lane.branch, offset);
    for (const id of lane.turns) columns.set(id, (graph.turns.get(id)?.turn ?? 0) + offset);
  }
  return columns;
}

function offsetOf(
  lane: Lane,
  graph: RunGraph,
  columns: ReadonlyMap<string, number>,
  offsets: ReadonlyMap<string, number>,
): number {
  const branch = graph.branches.get(lane.branch);
  if (branch?.kind !== 'subagent') return offsets.get(branch?.parent ?? '') ?? 0;
  const first = graph.turns.get(lane.turns[0] ?? '')?.turn ?? 0;
  return (columns.get(lane.from ?? '') ?? -1) + 1 - first;
}
