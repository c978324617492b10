import { useMemo, useSyncExternalStore } from 'react';
import type { RunGraph } from '../../shared/runGraph.ts';
import type { GraphView } from '../graph/graphView.ts';
import type { GraphLayout } from '../graph/layout/graphLayout.ts';
import { Strip } from '../strip/Strip.tsx';
import { stripTurnsOf } from './stripTurns.ts';

interface RunStripProps {
  graph: RunGraph;
  layout: GraphLayout;
  view: GraphView;
  /** The branch that is looked at; null draws the first. */
  branch: string | null;
}

/** The strip of the branch that is looked at, tied to what the graph shows. */
export function RunStrip({ graph, layout, view, branch }: RunStripProps) {
  const inView = useSyncExternalStore(view.subscribe, view.get);
  const name = branch ?? layout.lanes[0]?.branch ?? '';
  const turns = useMemo(() => stripTurnsOf(graph, layout, name), [graph, layout, name]);
  return (
    <Strip
      turns={turns}
      columnCount={layout.columnCount}
      turnCount={Math.max(0, ...turns.map(turn => turn.turn))}
      inView={inView}
      onShow={view.show}
      colour={layout.lanes.find(lane => lane.id === name)?.colour ?? 1}
    />
  );
}
