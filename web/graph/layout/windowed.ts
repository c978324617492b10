import type { RunGraph } from '../../../shared/runGraph.ts';
import type { Cells } from './geometry.ts';
import type { GraphLayout, Place, PlacedLane } from './graphLayout.ts';

/** A line between two turns, drawn in the colour of the lane it leads into. */
export interface Link {
  id: string;
  source: string;
  target: string;
  lane: PlacedLane;
  look: 'trunk' | 'line' | 'left-behind' | 'subagent';
}

/** The turns and links to draw. */
export interface Windowed {
  turns: string[];
  links: Link[];
}

/**
 * Last stage before drawing: what lies in the given cells, so that a run of thousands of turns costs no more than
 * what is on screen. A link that crosses the cells brings both its ends along, wherever they stand.
 */
export function windowed(graph: RunGraph, layout: GraphLayout, cells: Cells): Windowed {
  const turns = new Set<string>();
  const links: Link[] = [];
  for (const lane of layout.lanes) {
    lane.turns.forEach((id, index) => {
      const place = layout.places.get(id);
      if (!place) return;
      if (isInside(place, cells)) turns.add(id);
      const source = index === 0 ? lane.from : (graph.turns.get(id)?.parent ?? null);
      const start = source === null ? undefined : layout.places.get(source);
      if (source === null || !start || !crosses(start, place, cells)) return;
      turns.add(source).add(id);
      links.push({ id: `${source} ${id}`, source, target: id, lane, look: lookOf(graph, lane, place, id) });
    });
  }
  return { turns: [...turns], links };
}

function isInside(place: Place, cells: Cells): boolean {
  return (
    place.column >= cells.firstColumn &&
    place.column <= cells.lastColumn &&
    place.row >= cells.firstRow &&
    place.row <= cells.lastRow
  );
}

/** Whether the box between two turns meets the cells. */
function crosses(start: Place, end: Place, cells: Cells): boolean {
  return (
    end.column >= cells.firstColumn &&
    start.column <= cells.lastColumn &&
    Math.max(start.row, end.row) >= cells.firstRow &&
    Math.min(start.row, end.row) <= cells.lastRow
  );
}

function lookOf(graph: RunGraph, lane: PlacedLane, place: Place, id: string): Link['look'] {
  const kind = graph.branches.get(lane.branch)?.kind;
  if (graph.turns.get(id)?.state !== 'line' || kind === 'discarded') return 'left-behind';
  if (kind === 'subagent') return 'subagent';
  return place.column <= lane.trunkEnd ? 'trunk' : 'line';
}
