import type { RunGraph } from '../../../shared/runGraph.ts';
import { isInside } from './laneOrder.ts';
import type { Lane } from './lanes.ts';

/** Columns that a lane takes in its row, both ends included. */
interface Span {
  first: number;
  last: number;
}

/** A row that subagents called from one lane share. */
interface SharedRow {
  row: number;
  spans: Span[];
}

/**
 * Fifth stage: the row of every lane, by lane id. Each lane has a row to itself, except that subagents called from one
 * lane share rows where they do not meet: a transcript may hold dozens of them.
 * @param columns of the turns, as they are drawn
 */
export function rowsOf(
  graph: RunGraph,
  lanes: readonly Lane[],
  columns: ReadonlyMap<string, number>,
): Map<string, number> {
  const rows = new Map<string, number>();
  const sharedBy = new Map<string, SharedRow[]>();
  let next = 0;
  for (const lane of lanes) {
    const caller = isInside(lane, graph) ? lane.fromLane : null;
    if (caller === null) {
      rows.set(lane.id, next++);
      continue;
    }
    const shared = sharedBy.get(caller) ?? [];
    sharedBy.set(caller, shared);
    const span = spanOf(lane, columns, graph.branches.get(lane.branch)?.state === 'running');
    let place = shared.find(row => row.spans.every(other => isApart(span, other)));
    if (!place) {
      place = { row: next++, spans: [] };
      shared.push(place);
    }
    place.spans.push(span);
    rows.set(lane.id, place.row);
  }
  return rows;
}

/** A lane that still grows keeps its row to the end. */
function spanOf(lane: Lane, columns: ReadonlyMap<string, number>, grows: boolean): Span {
  const first = columns.get(lane.turns[0] ?? '') ?? 0;
  const last = grows ? Number.POSITIVE_INFINITY : (columns.get(lane.turns.at(-1) ?? '') ?? first);
  return { first, last };
}

/** One free column between two lanes keeps them apart to the eye. */
const isApart = (x: Span, y: Span) => x.last + 1 < y.first || y.last + 1 < x.first;
