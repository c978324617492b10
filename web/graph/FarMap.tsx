import { memo } from 'react';
import { ViewportPortal } from 'reactflow';
import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';
import styles from './FarMap.module.css';
import { CARD_HEIGHT, CARD_WIDTH, COLUMN_WIDTH, cornerOf, ROW_HEIGHT } from './layout/geometry.ts';
import type { GraphLayout, Place } from './layout/graphLayout.ts';
import { passesFilter, type TurnFilter } from './turnFilter.ts';
import { allMarksOf } from './turnSummary.ts';

interface FarMapProps {
  graph: RunGraph;
  layout: GraphLayout;
  filter: TurnFilter;
  selectedTurn: string | null;
}

/** The whole graph as a map, for when cards would be too small to read: a few paths, whatever the number of turns. */
export const FarMap = memo(function FarMap({ graph, layout, filter, selectedTurn }: FarMapProps) {
  const boxes = new Map<string, string[]>();
  const lines: string[] = [];
  for (const [id, place] of layout.places) {
    const node = graph.turns.get(id);
    if (!node) continue;
    const look = lookOf(node, place, graph, filter, id === selectedTurn);
    const ofLook = boxes.get(look) ?? [];
    boxes.set(look, ofLook);
    ofLook.push(boxAt(place.column, place.row));
    const parent = layout.places.get(node.parent ?? '');
    if (parent) lines.push(lineBetween(parent, place));
  }
  return (
    <ViewportPortal>
      <svg
        className={styles.map}
        width={layout.columnCount * COLUMN_WIDTH}
        height={layout.rowCount * ROW_HEIGHT}
        aria-hidden="true"
      >
        <path className={styles.lines} d={lines.join('')} />
        {[...boxes].map(([look, parts]) => {
          const [fill, faint] = look.split(' ');
          return (
            <path
              key={look}
              className={faint && styles.faint}
              style={{ fill: `var(${fill})` }}
              d={parts.join('')}
            />
          );
        })}
      </svg>
    </ViewportPortal>
  );
});

/** `fill` or `fill faint`: the token that the box is filled with. */
function lookOf(
  node: TurnNode,
  place: Place,
  graph: RunGraph,
  filter: TurnFilter,
  selected: boolean,
): string {
  const isFaint = node.state !== 'line' || !passesFilter(node, graph, filter);
  return `${fillOf(node, place, graph, selected)}${isFaint ? ' faint' : ''}`;
}

function fillOf(node: TurnNode, { lane, column }: Place, graph: RunGraph, selected: boolean): string {
  if (selected) return '--accent';
  if (allMarksOf(node, graph).includes('error')) return '--error';
  return column <= lane.trunkEnd || node.state !== 'line' ? '--text-faint' : `--lane-${lane.colour}`;
}

function boxAt(column: number, row: number): string {
  const { x, y } = cornerOf(column, row);
  return `M${x} ${y}h${CARD_WIDTH}v${CARD_HEIGHT}h-${CARD_WIDTH}z`;
}

function lineBetween(from: { column: number; row: number }, to: { column: number; row: number }): string {
  const start = cornerOf(from.column, from.row);
  const end = cornerOf(to.column, to.row);
  const middle = CARD_HEIGHT / 2;
  return `M${start.x + CARD_WIDTH} ${start.y + middle}L${end.x} ${end.y + middle}`;
}
