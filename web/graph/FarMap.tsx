import { memo, useMemo } from 'react';
import { useViewport } from 'reactflow';
import { type RunGraph, sceneOfTurn, type TurnNode } from '../../shared/runGraph.ts';
import {
  type MarkKind,
  markKinds,
  markKindsOf,
  type TurnFilter,
  turnMatches,
} from '../../shared/turnFilter.ts';
import { classNames } from '../ui/classNames.ts';
import { classOfMark, MarkSymbol } from '../ui/Mark.tsx';
import { roundStep } from '../ui/roundStep.ts';
import styles from './FarMap.module.css';
import type { ColumnScale } from './layout/columnScale.ts';
import { boxHeight, CARD_WIDTH, COLUMN_WIDTH, mapGutter, rowPitch, type Stage } from './layout/geometry.ts';
import type { GraphLayout, Place } from './layout/graphLayout.ts';
import { MAP_MARK, type MarkedTurn, placedMarks } from './layout/mapMarks.ts';
import { placeOfStop } from './layout/windowed.ts';
import { MapTurn } from './MapTurn.tsx';

export interface FarMapProps {
  graph: RunGraph;
  layout: GraphLayout;
  stage: Stage;
  filter: TurnFilter;
  selectedTurn: string | null;
  /** The turn that the focus goes to; it need not be chosen. */
  tabbable: string | null;
  onChoose: (turn: string) => void;
}

/**
 * The whole graph as a map, for when cards would be too small to read: boxes as wide as the zoom says, rows, marks and
 * numbers as large as an eye needs them. A few paths, whatever the number of turns.
 */
export function FarMap({ graph, layout, stage, filter, selectedTurn, tabbable, onChoose }: FarMapProps) {
  const { x, y, zoom } = useViewport();
  const [columnWidth, pitch, box] = [COLUMN_WIDTH * zoom, rowPitch(stage, zoom), boxHeight(stage, zoom)];
  const marked = useMemo(() => markedTurns(graph, layout, filter), [graph, layout, filter]);
  return (
    <>
      <div className={styles.map} aria-hidden="true">
        <svg
          className={styles.drawing}
          width={stage.pane.width}
          height={stage.pane.height}
          aria-hidden="true"
        >
          <g transform={`translate(${x} ${y + box / 2}) scale(${columnWidth} ${pitch})`}>
            <Lines layout={layout} />
          </g>
          {Array.from({ length: layout.rowCount }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number
            <g key={row} transform={`translate(${x} ${y + row * pitch}) scale(${columnWidth} ${box})`}>
              <Row graph={graph} layout={layout} filter={filter} row={row} isDense={columnWidth < 4} />
            </g>
          ))}
          <defs>
            {markKinds.map(mark => (
              <MarkSymbol key={mark} mark={mark} id={symbolOf(mark)} />
            ))}
          </defs>
          {placedMarks(marked, stage, { x, y, zoom }).map(({ key, mark, left, top }) => (
            <use
              key={key}
              href={`#${symbolOf(mark)}`}
              className={classOfMark(mark)}
              x={left}
              y={top}
              width={MAP_MARK}
              height={MAP_MARK}
            />
          ))}
        </svg>
        <Ruler columns={layout.columns} width={stage.pane.width} x={x} columnWidth={columnWidth} />
        <span className={styles.gutter} style={{ width: mapGutter(stage.pane) }} />
      </div>
      <MapTurn
        graph={graph}
        layout={layout}
        turn={tabbable}
        isSelected={tabbable === selectedTurn}
        placeOf={({ column, row }) => ({
          left: column * columnWidth + x - 2,
          top: row * pitch + y - 2,
          width: Math.max(3, CARD_WIDTH * zoom) + 4,
          height: box + 4,
        })}
        onChoose={onChoose}
      />
    </>
  );
}

const symbolOf = (mark: MarkKind) => `map-mark-${mark}`;

/** From each turn to the next, in columns and rows. */
const Lines = memo(function Lines({ layout }: Pick<FarMapProps, 'layout'>) {
  const lines: string[] = [];
  for (const lane of layout.lanes) {
    let before = placeOfStop(layout, lane.start);
    for (const { column } of lane.stops) {
      if (before) lines.push(`M${before.column + BOX_WIDTH} ${before.row}L${column} ${lane.row}`);
      before = { column, row: lane.row, lane };
    }
  }
  return <path className={styles.lines} d={lines.join('')} />;
});

const BOX_WIDTH = CARD_WIDTH / COLUMN_WIDTH;

interface RowProps extends Pick<FarMapProps, 'graph' | 'layout' | 'filter'> {
  row: number;
  /** No room for gaps between the boxes. */
  isDense: boolean;
}

/** Around the boxes of subagents that share a row. */
function framesOf(layout: GraphLayout, row: number): string {
  const inside = layout.lanes.filter(lane => lane.row === row && lane.isInside);
  return inside
    .map(({ first, last }) => `M${first - 0.1} -.4h${last - first + 1}v1.8H${first - 0.1}z`)
    .join('');
}

/** The boxes of a row, in columns; each as high as 1. */
const Row = memo(function Row({ graph, layout, filter, row, isDense }: RowProps) {
  const boxes = new Map<string, string[]>();
  const width = isDense ? 1 : BOX_WIDTH;
  for (const { id, column, lane } of stopsOfRow(layout, row)) {
    const node = graph.turns.get(id);
    if (!node) continue;
    const look = lookOf(node, { column, row, lane }, graph, filter);
    const ofLook = boxes.get(look) ?? [];
    boxes.set(look, ofLook);
    ofLook.push(`M${column} 0h${width}v1h-${width}z`);
  }
  const folds = [...layout.folds.values()].filter(
    ({ isOpen, caller, place }) => !isOpen && caller === null && place.row === row,
  );
  const signs = folds.map(({ place }) => `M${place.column} .3h${width}v.4h-${width}z`);
  boxes.set('--text-faint hollow', [...(boxes.get('--text-faint hollow') ?? []), ...signs]);
  return (
    <>
      <path className={styles.frame} d={framesOf(layout, row)} />
      {[...boxes].map(([look, parts]) => {
        const [colour, ...shape] = look.split(' ');
        return (
          <path
            key={look}
            className={classNames(
              ...shape.map(name => styles[isDense && name === 'hollow' ? 'faint' : name]),
            )}
            style={{ color: `var(${colour})` }}
            d={parts.join('')}
          />
        );
      })}
    </>
  );
});

function stopsOfRow({ lanes }: GraphLayout, row: number) {
  return lanes.filter(lane => lane.row === row).flatMap(lane => lane.stops.map(stop => ({ ...stop, lane })));
}

/** The token of a box's colour, then what it looks like: `hollow` is dead, `faint` is not asked for by the filter. */
function lookOf(node: TurnNode, { lane, column }: Place, graph: RunGraph, filter: TurnFilter): string {
  const isDead = node.state !== 'line' || graph.branches.get(lane.branch)?.kind === 'discarded';
  const isShared = column <= lane.trunkEnd || node.state !== 'line';
  const own = isShared ? '--text-faint' : `--lane-${lane.colour}`;
  const colour = failed(node) ? '--error' : own;
  return `${colour} ${isDead ? 'hollow' : 'box'}${turnMatches(node, filter) ? '' : ' faint'}`;
}

function failed(node: TurnNode): boolean {
  return sceneOfTurn(node, null)?.calls.some(call => call.state === 'error') ?? false;
}

/** Turns that a filter lets through, with their signs; a fold has those of the turns behind it. */
function markedTurns(graph: RunGraph, layout: GraphLayout, filter: TurnFilter): MarkedTurn[] {
  const marked: MarkedTurn[] = [];
  const add = ({ column, row }: Place, ids: readonly string[]) => {
    const nodes = ids.flatMap(id => graph.turns.get(id) ?? []).filter(node => turnMatches(node, filter));
    const marks = [...new Set(nodes.flatMap(markKindsOf))].filter(mark => mark !== 'left-behind');
    if (marks.length > 0) marked.push({ column, row, marks });
  };
  for (const [id, place] of layout.places) add(place, [id]);
  for (const { place, turns, isOpen } of layout.folds.values()) if (!isOpen) add(place, turns);
  return marked;
}

interface RulerProps {
  columns: ColumnScale;
  width: number;
  x: number;
  columnWidth: number;
}

/** Numbers of the turns along the top. A column is as the turns of the main line are numbered. */
function Ruler({ columns, width, x, columnWidth }: RulerProps) {
  const step = roundStep(columnWidth);
  const first = Math.max(0, Math.ceil(columns.turnAt(-x / columnWidth) / step)) * step;
  const end = columns.turnAt(Math.min(columns.count, (width - x) / columnWidth));
  const numbers: { turn: number; column: number }[] = [];
  for (let turn = first; turn < end; turn += step) {
    const column = Math.floor(columns.drawnAt(turn));
    if (column !== numbers.at(-1)?.column) numbers.push({ turn, column });
  }
  return (
    <div className={styles.ruler}>
      {numbers.map(({ turn, column }) => (
        <span
          key={turn}
          className={styles.number}
          style={{ left: x + (column + BOX_WIDTH / 2) * columnWidth }}
        >
          {turn}
        </span>
      ))}
    </div>
  );
}
