import { useMemo, useSyncExternalStore } from 'react';
import type { SceneRow } from '../../shared/rows.ts';
import { type RunGraph, sceneOfTurn } from '../../shared/runGraph.ts';
import type { GraphView } from '../graph/graphView.ts';
import type { GraphLayout } from '../graph/layout/graphLayout.ts';
import { Strip } from '../strip/Strip.tsx';
import { stripTurnsOf, turnCountOf } from './stripTurns.ts';

interface RunStripProps {
  graph: RunGraph;
  layout: GraphLayout;
  view: GraphView;
  /** The scene that is looked at: the line of its branch is drawn; null draws the first branch. */
  scene: SceneRow | null;
  onSelect: (scene: SceneRow) => void;
}

/** The strip of the branch that is looked at, tied to what the graph shows. */
export function RunStrip({ graph, layout, view, scene, onSelect }: RunStripProps) {
  const inView = useSyncExternalStore(view.subscribe, view.get);
  const name = scene?.branch ?? layout.lanes[0]?.branch ?? '';
  const turns = useMemo(() => stripTurnsOf(graph, layout, name), [graph, layout, name]);
  const choose = (id: string) => {
    const node = graph.turns.get(id);
    const chosen = node && sceneOfTurn(node, null);
    if (!chosen) return;
    onSelect(chosen);
    const column = layout.places.get(id)?.column;
    if (column !== undefined && (column < inView.first || column + 1 > inView.last)) view.show(column);
  };
  return (
    <Strip
      turns={turns}
      columnCount={layout.columnCount}
      turnCount={turnCountOf(turns)}
      selected={graph.turnOfScene.get(scene?.id ?? '') ?? null}
      inView={inView}
      onShow={view.show}
      onChoose={choose}
      colour={layout.lanes.find(lane => lane.id === name)?.colour ?? 1}
    />
  );
}
