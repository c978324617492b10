import type { RunGraph } from '../../../shared/runGraph.ts';
import { columnsOf } from './columns.ts';
import { type Lane, lanesOf } from './lanes.ts';
import { rowsOf } from './rows.ts';

/** A lane with its place. */
export interface PlacedLane extends Lane {
  row: number;
  /** 1 to 8: `--lane-<colour>`. */
  colour: number;
  /** Last column that another line goes through too: the common trunk, drawn in a neutral colour. */
  trunkEnd: number;
  /** Columns it takes, both ends included. Of a lane without turns: where its first one would stand. */
  first: number;
  last: number;
}

export interface Place {
  column: number;
  row: number;
  lane: PlacedLane;
}

/** Where everything stands, in columns and rows. Pixels come later. */
export interface GraphLayout {
  lanes: readonly PlacedLane[];
  /** By turn id. */
  places: ReadonlyMap<string, Place>;
  columnCount: number;
  rowCount: number;
}

const COLOURS = 8;

/** The layout of a run's graph: lanes, columns, rows. Pure; time in proportion to turns and lanes. */
export function layoutOf(graph: RunGraph): GraphLayout {
  const lanes = lanesOf(graph);
  const columns = columnsOf(graph, lanes);
  const rows = rowsOf(graph, lanes, columns);
  const trunkEnds = trunkEndsOf(graph, lanes, columns);
  const colours = new Map([...graph.branches.keys()].map((name, index) => [name, (index % COLOURS) + 1]));
  const placed = lanes.map((lane): PlacedLane => {
    const first = columns.get(lane.turns[0] ?? '') ?? (columns.get(lane.from ?? '') ?? -1) + 1;
    return {
      ...lane,
      row: rows.get(lane.id) ?? 0,
      colour: colours.get(lane.branch) ?? 1,
      trunkEnd: trunkEnds.get(lane.id) ?? -1,
      first,
      last: columns.get(lane.turns.at(-1) ?? '') ?? first,
    };
  });
  const places = new Map(
    placed.flatMap(lane =>
      lane.turns.map((id): [string, Place] => [id, { column: columns.get(id) ?? 0, row: lane.row, lane }]),
    ),
  );
  return {
    lanes: placed,
    places,
    columnCount: 1 + placed.reduce((most, lane) => Math.max(most, lane.last), 0),
    rowCount: 1 + placed.reduce((most, lane) => Math.max(most, lane.row), 0),
  };
}

/** By lane id: the last column at which another line leaves the lane. Subagents and dead sides do not count. */
function trunkEndsOf(
  graph: RunGraph,
  lanes: readonly Lane[],
  columns: ReadonlyMap<string, number>,
): Map<string, number> {
  const laneOfTurn = new Map(lanes.flatMap(lane => lane.turns.map(id => [id, lane])));
  const ends = new Map<string, number>();
  for (const { from, branch, kind } of lanes) {
    if (from === null || (kind === 'branch' && isSideLine(graph, branch))) continue;
    const trunk = laneOfTurn.get(from);
    if (trunk) ends.set(trunk.id, Math.max(ends.get(trunk.id) ?? -1, columns.get(from) ?? -1));
  }
  return ends;
}

function isSideLine(graph: RunGraph, branch: string): boolean {
  const kind = graph.branches.get(branch)?.kind;
  return kind === 'subagent' || kind === 'discarded';
}
