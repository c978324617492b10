import type { RunGraph } from '../../../shared/runGraph.ts';
import type { GraphLayout } from './graphLayout.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The turn that an arrow key leads to: along the line, or to the nearest turn of the next row that has one. */
export function neighbourOf(
  graph: RunGraph,
  layout: GraphLayout,
  turn: string,
  direction: Direction,
): string | null {
  if (direction === 'left') return graph.turns.get(turn)?.parent ?? null;
  if (direction === 'right') return childOf(graph, layout, turn);
  return acrossFrom(layout, turn, direction === 'up' ? -1 : 1);
}

/** The turn that follows in the same lane; where the lane ends, the first of another lane that hangs on it. */
function childOf(graph: RunGraph, layout: GraphLayout, turn: string): string | null {
  const lane = layout.places.get(turn)?.lane;
  const next = lane?.turns[lane.turns.indexOf(turn) + 1];
  if (next !== undefined) return next;
  return graph.order.find(id => graph.turns.get(id)?.parent === turn) ?? null;
}

function acrossFrom(layout: GraphLayout, turn: string, step: -1 | 1): string | null {
  const place = layout.places.get(turn);
  if (!place) return null;
  for (let row = place.row + step; row >= 0 && row < layout.rowCount; row += step) {
    const ids = layout.lanes.filter(lane => lane.row === row).flatMap(lane => lane.turns);
    const distance = (id: string) => Math.abs((layout.places.get(id)?.column ?? 0) - place.column);
    const nearest = ids.toSorted((x, y) => distance(x) - distance(y))[0];
    if (nearest !== undefined) return nearest;
  }
  return null;
}

/** The turn of a row that is nearest to a cell, no more than `reach` columns away. */
export function turnNear(
  layout: GraphLayout,
  cell: { column: number; row: number },
  reach: number,
): string | null {
  let nearest: { id: string; distance: number } | null = null;
  for (const [id, place] of layout.places) {
    const distance = Math.abs(place.column - cell.column);
    if (place.row !== cell.row || distance > reach) continue;
    if (nearest === null || distance < nearest.distance) nearest = { id, distance };
  }
  return nearest?.id ?? null;
}
