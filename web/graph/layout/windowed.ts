import type { RunGraph } from '../../../shared/runGraph.ts';
import type { Fold } from './folds.ts';
import type { Cells } from './geometry.ts';
import type { GraphLayout, Place, PlacedLane } from './graphLayout.ts';

/** A line between two stops, drawn in the colour of the lane it leads into. */
export interface Link {
  id: string;
  /** Of turns, or of closed folds. */
  source: string;
  target: string;
  lane: PlacedLane;
  look: 'trunk' | 'line' | 'left-behind' | 'subagent';
}

/** What is drawn: ids of turns and of folds, lines between them, and lanes that are framed as inside a call. */
export interface Windowed {
  turns: string[];
  folds: string[];
  links: Link[];
  frames: PlacedLane[];
}

/**
 * Last stage before drawing: what lies in the given cells, so that a run of thousands of turns costs no more than
 * what is on screen. A link that crosses the cells brings both its ends along, wherever they stand.
 */
export function windowed(graph: RunGraph, layout: GraphLayout, cells: Cells): Windowed {
  const stops = new Set<string>();
  const links: Link[] = [];
  for (const lane of layout.lanes) {
    let source = lane.start;
    for (const { id, column } of lane.stops) {
      const place: Place = { column, row: lane.row, lane };
      if (isInside(place, cells)) stops.add(id);
      const start = placeOfStop(layout, source);
      if (source !== null && start && crosses(start, place, cells)) {
        stops.add(source).add(id);
        const look = lookOf(graph, lane, place, id);
        links.push({ id: `${source} ${id}`, source, target: id, lane, look });
      }
      source = id;
    }
  }
  const isHandle = ({ isOpen, caller, turns }: Fold) =>
    isOpen && caller === null && stops.has(turns[0] ?? '');
  const handles = [...layout.folds.values()].filter(isHandle);
  return {
    turns: [...stops].filter(id => layout.places.has(id)),
    folds: [...[...stops].filter(id => layout.folds.has(id)), ...handles.map(fold => fold.id)],
    links,
    frames: layout.lanes.filter(lane => lane.isInside && meets(lane, cells)),
  };
}

/** The place of a turn, or of the sign of a closed fold. */
export function placeOfStop(layout: GraphLayout, id: string | null): Place | undefined {
  return layout.places.get(id ?? '') ?? layout.folds.get(id ?? '')?.place;
}

function isInside(place: Place, cells: Cells): boolean {
  return (
    place.column >= cells.firstColumn &&
    place.column <= cells.lastColumn &&
    place.row >= cells.firstRow &&
    place.row <= cells.lastRow
  );
}

function meets({ row, first, last }: PlacedLane, cells: Cells): boolean {
  return (
    row >= cells.firstRow && row <= cells.lastRow && last >= cells.firstColumn && first <= cells.lastColumn
  );
}

/** Whether the box between two stops meets the cells. */
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
  const turn = graph.turns.get(id);
  if (lane.kind !== 'branch' || kind === 'discarded' || (turn && turn.state !== 'line')) return 'left-behind';
  if (kind === 'subagent') return 'subagent';
  return place.column <= lane.trunkEnd ? 'trunk' : 'line';
}
