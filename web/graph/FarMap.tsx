import { memo, useMemo } from 'react';
import { useViewport } from 'reactflow';
import { type Mark as MarkName, type RunGraph, sceneOfTurn, type TurnNode } from '../../shared/runGraph.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import { roundStep } from '../ui/roundStep.ts';
import styles from './FarMap.module.css';
import { boxHeight, CARD_WIDTH, COLUMN_WIDTH, mapGutter, rowPitch, type Stage } from './layout/geometry.ts';
import type { GraphLayout, Place } from './layout/graphLayout.ts';
import { MAP_MARK, type MarkedTurn, placedMarks } from './layout/mapMarks.ts';
import { passesFilter, type TurnFilter } from './turnFilter.ts';
import { allMarksOf } from './turnSummary.ts';

interface FarMapProps {
  graph: RunGraph;
  layout: GraphLayout;
  stage: Stage;
  filter: TurnFilter;
  selectedTurn: string | null;
}

/**
 * The whole graph as a map, for when cards would be too small to read: boxes as wide as the zoom says, rows, marks and
 * numbers as large as an eye needs them. A few paths, whatever the number of turns.
 */
export function FarMap({ graph, layout, stage, filter, selectedTurn }: FarMapProps) {
  const { x, y, zoom } = useViewport();
  const [columnWidth, pitch, box] = [COLUMN_WIDTH * zoom, rowPitch(stage, zoom), boxHeight(stage, zoom)];
  const marked = useMemo(() => markedTurns(graph, layout, filter), [graph, layout, filter]);
  const selected = layout.places.get(selectedTurn ?? '');
  return (
    <div className={styles.map} aria-hidden="true">
      <svg className={styles.drawing} width={stage.pane.width} height={stage.pane.height} aria-hidden="true">
        <g transform={`translate(${x} ${y + box / 2}) scale(${columnWidth} ${pitch})`}>
          <Lines graph={graph} layout={layout} />
        </g>
        {Array.from({ length: layout.rowCount }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number
          <g key={row} transform={`translate(${x} ${y + row * pitch}) scale(${columnWidth} ${box})`}>
            <Row graph={graph} layout={layout} filter={filter} row={row} isDense={columnWidth < 4} />
          </g>
        ))}
      </svg>
      {selected && (
        <span
          className={styles.selected}
          style={{
            left: selected.column * columnWidth + x - 2,
            top: selected.row * pitch + y - 2,
            width: Math.max(3, CARD_WIDTH * zoom) + 4,
            height: box + 4,
          }}
        />
      )}
      {placedMarks(marked, stage, { x, y, zoom }).map(({ key, mark, left, top }) => (
        <span key={key} className={styles.mark} style={{ left, top }}>
          <Mark mark={mark} decorative size={MAP_MARK} />
        </span>
      ))}
      <Ruler columnCount={layout.columnCount} width={stage.pane.width} x={x} columnWidth={columnWidth} />
      <span className={styles.gutter} style={{ width: mapGutter(stage.pane) }} />
    </div>
  );
}

/** From each turn to the next, in columns and rows. */
const Lines = memo(function Lines({ graph, layout }: Pick<FarMapProps, 'graph' | 'layout'>) {
  const lines: string[] = [];
  for (const [id, place] of layout.places) {
    const parent = layout.places.get(graph.turns.get(id)?.parent ?? '');
    if (parent) lines.push(`M${parent.column + BOX_WIDTH} ${parent.row}L${place.column} ${place.row}`);
  }
  return <path className={styles.lines} d={lines.join('')} />;
});

const BOX_WIDTH = CARD_WIDTH / COLUMN_WIDTH;

interface RowProps extends Pick<FarMapProps, 'graph' | 'layout' | 'filter'> {
  row: number;
  /** No room for gaps between the boxes. */
  isDense: boolean;
}

/** The boxes of a row, in columns; each as high as 1. */
const Row = memo(function Row({ graph, layout, filter, row, isDense }: RowProps) {
  const boxes = new Map<string, string[]>();
  const width = isDense ? 1 : BOX_WIDTH;
  for (const [id, place] of layout.places) {
    const node = place.row === row ? graph.turns.get(id) : undefined;
    if (!node) continue;
    const look = lookOf(node, place, graph, filter);
    const ofLook = boxes.get(look) ?? [];
    boxes.set(look, ofLook);
    ofLook.push(`M${place.column} 0h${width}v1h-${width}z`);
  }
  return [...boxes].map(([look, parts]) => {
    const [fill, faint] = look.split(' ');
    return (
      <path
        key={look}
        className={classNames(faint && styles.faint)}
        style={{ fill: `var(${fill})` }}
        d={parts.join('')}
      />
    );
  });
});

/** `fill` or `fill faint`: the token that the box is filled with. */
function lookOf(node: TurnNode, { lane, column }: Place, graph: RunGraph, filter: TurnFilter): string {
  const isDead = node.state !== 'line' || graph.branches.get(lane.branch)?.kind === 'discarded';
  const isFaint = isDead || !passesFilter(node, graph, filter);
  const isShared = column <= lane.trunkEnd || node.state !== 'line';
  const fill = isShared ? '--text-faint' : `--lane-${lane.colour}`;
  return `${failed(node) ? '--error' : fill}${isFaint ? ' faint' : ''}`;
}

function failed(node: TurnNode): boolean {
  return sceneOfTurn(node, null)?.calls.some(call => call.state === 'error') ?? false;
}

function markedTurns(graph: RunGraph, layout: GraphLayout, filter: TurnFilter): MarkedTurn[] {
  const marked: MarkedTurn[] = [];
  for (const [id, { column, row }] of layout.places) {
    const node = graph.turns.get(id);
    const marks: MarkName[] = node && passesFilter(node, graph, filter) ? allMarksOf(node, graph) : [];
    if (marks.length > 0) marked.push({ column, row, marks });
  }
  return marked;
}

interface RulerProps {
  columnCount: number;
  width: number;
  x: number;
  columnWidth: number;
}

/** Numbers of the turns along the top. A column is as the turns of the main line are numbered. */
function Ruler({ columnCount, width, x, columnWidth }: RulerProps) {
  const step = roundStep(columnWidth);
  const first = Math.max(0, Math.ceil(-x / columnWidth / step));
  const last = Math.min(columnCount - 1, Math.floor((width - x) / columnWidth));
  const numbers = Array.from(
    { length: Math.floor(last / step) - first + 1 },
    (_, index) => (first + index) * step,
  );
  return (
    <div className={styles.ruler}>
      {numbers.map(turn => (
        <span key={turn} className={styles.number} style={{ left: x + (turn + BOX_WIDTH / 2) * columnWidth }}>
          {turn}
        </span>
      ))}
    </div>
  );
}
