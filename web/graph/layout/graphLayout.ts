import type { RunGraph } from '../../../shared/runGraph.ts';
import { type ColumnScale, columnScaleOf } from './columnScale.ts';
import { columnsOf } from './columns.ts';
import { type Fold, type FoldChoice, foldsOf } from './folds.ts';
import { isInside } from './laneOrder.ts';
import { type Lane, lanesOf } from './lanes.ts';
import { rowsOf } from './rows.ts';
import { seenOf } from './seen.ts';

/** A turn, or the sign of a fold, with its place on a lane. */
export interface Stop {
  /** A turn's id, or a fold's. */
  id: string;
  column: number;
}

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
  /** What is drawn of it, from left to right. */
  stops: readonly Stop[];
  /** Where it hangs: a turn, or what stands for it. */
  start: string | null;
  /** A subagent's, drawn inside the call that it works for. */
  isInside: boolean;
}

export interface Place {
  column: number;
  row: number;
  lane: PlacedLane;
}

/** A fold whose sign is drawn: a closed one in the column of its first turn, an open one before it. */
export interface PlacedFold extends Fold {
  place: Place;
}

/** Where everything stands, in columns and rows. Pixels come later. */
export interface GraphLayout {
  lanes: readonly PlacedLane[];
  /** By turn id: turns that are drawn. */
  places: ReadonlyMap<string, Place>;
  /** By fold id. */
  folds: ReadonlyMap<string, PlacedFold>;
  /** By id of a turn behind a sign: the fold, or the calling turn, that stands for it. */
  standIns: ReadonlyMap<string, string>;
  columns: ColumnScale;
  columnCount: number;
  rowCount: number;
}

const COLOURS = 8;

/**
 * The layout of a run's graph in stages: lanes, folds, columns, rows. Pure; time in proportion to turns and lanes.
 * @param choice null folds nothing
 */
export function layoutOf(graph: RunGraph, choice: FoldChoice | null = null): GraphLayout {
  const lanes = lanesOf(graph);
  const folds = choice === null ? [] : foldsOf(graph, lanes, choice);
  const seen = seenOf(graph, lanes, folds);
  const turnColumns = columnsOf(graph, lanes);
  const columnOfStop = (id: string) => turnColumns.get(seen.firstTurnOf(id)) ?? 0;
  const stops = seen.lanes.map(lane => seen.stopsOf(lane).map(id => ({ id, turnColumn: columnOfStop(id) })));
  const columns = columnScaleOf(
    stops.flatMap(ofLane => ofLane.map(stop => stop.turnColumn)),
    [...seen.standIns.keys()].map(id => turnColumns.get(id) ?? 0),
  );
  const drawn = new Map([...turnColumns].map(([id, column]) => [id, Math.floor(columns.drawnAt(column))]));
  const rows = rowsOf(graph, seen.lanes, drawn);
  const trunkEnds = trunkEndsOf(graph, seen.lanes, drawn);
  const colours = coloursOf(lanes, graph);
  const lanesPlaced = seen.lanes.map((lane, index): PlacedLane => {
    const ownStops = (stops[index] ?? []).map(({ id, turnColumn }) => ({
      id,
      column: Math.floor(columns.drawnAt(turnColumn)),
    }));
    const first = ownStops[0]?.column ?? (drawn.get(lane.from ?? '') ?? -1) + 1;
    return {
      ...lane,
      row: rows.get(lane.id) ?? 0,
      colour: colours.get(lane.branch) ?? 1,
      trunkEnd: trunkEnds.get(lane.id) ?? -1,
      first,
      last: ownStops.at(-1)?.column ?? first,
      stops: ownStops,
      start: lane.from === null ? null : (seen.standIns.get(lane.from) ?? lane.from),
      isInside: isInside(lane, graph),
    };
  });
  const places = new Map<string, Place>();
  for (const lane of lanesPlaced) {
    for (const { id, column } of lane.stops) places.set(id, { column, row: lane.row, lane });
  }
  return {
    lanes: lanesPlaced,
    ...turnsAndFolds(places, folds),
    standIns: seen.standIns,
    columns,
    columnCount: 1 + lanesPlaced.reduce((most, lane) => Math.max(most, lane.last), 0),
    rowCount: 1 + lanesPlaced.reduce((most, lane) => Math.max(most, lane.row), 0),
  };
}

/** Apart: places of turns, and folds with the place of their sign. A fold that another one hides has none. */
function turnsAndFolds(stops: ReadonlyMap<string, Place>, folds: readonly Fold[]) {
  const places = new Map(stops);
  const placed = new Map<string, PlacedFold>();
  for (const fold of folds) {
    const closed = stops.get(fold.id);
    places.delete(fold.id);
    const place = closed ?? stops.get(fold.caller ?? fold.turns[0] ?? '');
    if (place) placed.set(fold.id, { ...fold, place });
  }
  return { places, folds: placed };
}

/** By branch, in the order in which they came to be; subagents are counted apart. */
function coloursOf(lanes: readonly Lane[], graph: RunGraph): Map<string, number> {
  const counts = { own: 0, inside: 0 };
  const colours = new Map<string, number>();
  for (const lane of lanes) {
    if (lane.kind !== 'branch') continue;
    const group = isInside(lane, graph) ? 'inside' : 'own';
    // A subagent never has the colour of the first branch, which most of them work for.
    const index = group === 'own' ? counts.own++ : 1 + (counts.inside++ % (COLOURS - 1));
    colours.set(lane.branch, (index % COLOURS) + 1);
  }
  return colours;
}

/** By lane id: the last column at which another line leaves the lane. Subagents and dead sides do not count. */
function trunkEndsOf(
  graph: RunGraph,
  lanes: readonly Lane[],
  columns: ReadonlyMap<string, number>,
): Map<string, number> {
  const ends = new Map<string, number>();
  for (const { from, fromLane, branch, kind } of lanes) {
    if (from === null || fromLane === null || (kind === 'branch' && isSideLine(graph, branch))) continue;
    ends.set(fromLane, Math.max(ends.get(fromLane) ?? -1, columns.get(from) ?? -1));
  }
  return ends;
}

function isSideLine(graph: RunGraph, branch: string): boolean {
  const kind = graph.branches.get(branch)?.kind;
  return kind === 'subagent' || kind === 'discarded';
}
