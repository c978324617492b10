import type { RunGraph } from '../../../shared/runGraph.ts';
import type { GraphLayout, PlacedFold } from './graphLayout.ts';

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
    const stops = layout.lanes.filter(lane => lane.row === row).flatMap(lane => lane.stops);
    const ids = stops.map(stop => stop.id).filter(id => layout.places.has(id));
    const distance = (id: string) => Math.abs((layout.places.get(id)?.column ?? 0) - place.column);
    const nearest = ids.toSorted((x, y) => distance(x) - distance(y))[0];
    if (nearest !== undefined) return nearest;
  }
  return null;
}

/** The turn, or the sign of a fold, of a row that is nearest to a cell, no more than `reach` columns away. */
export function stopNear(
  layout: GraphLayout,
  cell: { column: number; row: number },
  reach: number,
): string | null {
  let nearest: { id: string; distance: number } | null = null;
  for (const lane of layout.lanes) {
    if (lane.row !== cell.row) continue;
    for (const { id, column } of lane.stops) {
      const distance = Math.abs(column - cell.column);
      if (distance > reach || (nearest !== null && distance >= nearest.distance)) continue;
      nearest = { id, distance };
    }
  }
  return nearest?.id ?? null;
}

/** The fold that a key on a turn means: the one it is in, the one of its subagents, or the one that its line leads into. */
export function foldAt(layout: GraphLayout, turn: string): string | null {
  const folds = [...layout.folds.values()];
  const holds = (fold: PlacedFold) => fold.isOpen && fold.turns.includes(turn);
  const stops = layout.places.get(turn)?.lane.stops ?? [];
  const next = stops[stops.findIndex(stop => stop.id === turn) + 1]?.id ?? '';
  const found =
    folds.find(fold => fold.caller === null && holds(fold)) ??
    layout.folds.get(`inside ${turn}`) ??
    layout.folds.get(next) ??
    // Of folds inside one another the innermost is the shortest.
    folds.filter(holds).toSorted((x, y) => x.turns.length - y.turns.length)[0];
  return found?.id ?? null;
}

/** Where to go when a fold closes over the turn that is looked at: the caller, or the turn before. */
export function turnBefore(fold: PlacedFold): string | null {
  if (fold.caller !== null) return fold.caller;
  const { turns } = fold.lane;
  return turns[turns.indexOf(fold.turns[0] ?? '') - 1] ?? null;
}
