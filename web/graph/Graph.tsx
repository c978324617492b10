import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { ReactFlowProvider } from 'reactflow';
import type { Point } from '../../shared/checkpoint.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { type RunGraph, sceneOfTurn } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FarMap } from './FarMap.tsx';
import { FilterChips } from './FilterChips.tsx';
import { followTargetOf } from './followTarget.ts';
import styles from './Graph.module.css';
import { GraphCanvas } from './GraphCanvas.tsx';
import { GraphControls } from './GraphControls.tsx';
import { keyActionOf, turnOfTarget } from './graphKeys.ts';
import type { GraphView } from './graphView.ts';
import { LaneLabels } from './LaneLabels.tsx';
import type { GraphLayout } from './layout/graphLayout.ts';
import { neighbourOf } from './layout/neighbour.ts';
import type { TurnFilter } from './turnFilter.ts';
import { useFlow } from './useFlow.ts';
import { useFocusedTurn } from './useFocusedTurn.ts';
import { useGraphCamera } from './useGraphCamera.ts';

interface GraphProps {
  state: RunState;
  graph: RunGraph;
  layout: GraphLayout;
  view: GraphView;
  /** The scene that was chosen; null follows the head. */
  selected: SceneRow | null;
  onSelect: (scene: SceneRow, options: { replace: boolean }) => void;
  /** Give the selection up, to follow the head again. */
  onFollow: () => void;
  /** Enter was pressed on a turn: on to what it holds. */
  onEnter: () => void;
}

/** The graph of a run: lanes of turns, growing while the run is live. */
export function Graph(props: GraphProps) {
  return (
    <ReactFlowProvider>
      <GraphPane {...props} />
    </ReactFlowProvider>
  );
}

function GraphPane({ state, graph, layout, view, selected, onSelect, onFollow, onEnter }: GraphProps) {
  const [filter, setFilter] = useState<TurnFilter>('all');
  const pane = useRef<HTMLDivElement>(null);
  const selectedTurn = graph.turnOfScene.get(selected?.id ?? '') ?? null;
  const target = useMemo(() => followTargetOf(state, graph, layout), [state, graph, layout]);
  const place = layout.places.get(selectedTurn ?? '') ?? null;
  const camera = useGraphCamera({ layout, view, selected: place, target });
  const { nodes, edges } = useFlow(camera.cells, camera.isMap, state.drafts, {
    graph,
    layout,
    filter,
    selectedScene: selected?.id ?? null,
    tabbable: selectedTurn ?? target?.turn ?? null,
  });
  const focusTurn = useFocusedTurn(pane, nodes);

  const choose = (turn: string, point: Point | null, replace = false) => {
    const node = graph.turns.get(turn);
    const scene = node && (sceneOfTurn(node, point) ?? sceneOfTurn(node, null));
    if (scene) onSelect(scene, { replace });
  };
  const chooseCell = (cell: { column: number; row: number }) => {
    if (!camera.isMap) return;
    const isThere = ([, at]: [string, { column: number; row: number }]) =>
      at.column === cell.column && at.row === cell.row;
    const found = [...layout.places].find(isThere);
    if (found) choose(found[0], null);
  };
  const go = (turn: string) => {
    choose(turn, null, true);
    focusTurn(turn);
  };
  const pressKey = (event: KeyboardEvent) => {
    const turn = turnOfTarget(event.target);
    const action = turn === null ? null : keyActionOf(event);
    if (turn === null || action === null) return;
    event.preventDefault();
    if (action.kind === 'choose') choose(turn, action.point);
    else if (action.kind === 'enter') {
      if (turn !== selectedTurn) choose(turn, null);
      onEnter();
    } else {
      const next = neighbourOf(graph, layout, turn, action.direction);
      if (next !== null) go(next);
    }
  };
  const follow = () => {
    camera.follow();
    onFollow();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys reach it from the focused card inside
    <div ref={pane} className={styles.pane} onKeyDown={pressKey}>
      <FilterChips graph={graph} filter={filter} onChange={setFilter} />
      <GraphCanvas
        nodes={nodes}
        edges={edges}
        onTake={camera.take}
        onChoose={choose}
        onChooseCell={chooseCell}
      >
        {camera.isMap && <FarMap graph={graph} layout={layout} filter={filter} selectedTurn={selectedTurn} />}
        <LaneLabels graph={graph} layout={layout} pane={camera.pane} onShow={camera.showCell} />
      </GraphCanvas>
      {graph.order.length === 0 && state.drafts.length === 0 && (
        <div className={styles.empty}>
          <EmptyState title={words('graph.empty')}>{words('graph.emptyHint')}</EmptyState>
        </div>
      )}
      <GraphControls onTake={camera.take} onFit={camera.fit} onFollow={camera.isFollowing ? null : follow} />
    </div>
  );
}
