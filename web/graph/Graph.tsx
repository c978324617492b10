import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import { ReactFlowProvider, useReactFlow } from 'reactflow';
import type { Point } from '../../shared/checkpoint.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { type RunGraph, sceneOfTurn } from '../../shared/runGraph.ts';
import type { TurnFilter } from '../../shared/turnFilter.ts';
import { words } from '../i18n/words.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import type { Diffed } from './diffedSide.ts';
import { FarMap } from './FarMap.tsx';
import { FilterChips } from './FilterChips.tsx';
import { FocusedTurn } from './FocusedTurn.tsx';
import { followTargetOf } from './followTarget.ts';
import styles from './Graph.module.css';
import { GraphCanvas } from './GraphCanvas.tsx';
import { GraphControls } from './GraphControls.tsx';
import { GraphLegend } from './GraphLegend.tsx';
import { isOnCard, keyActionOf, turnOfTarget } from './graphKeys.ts';
import type { GraphView } from './graphView.ts';
import { LaneLabels } from './LaneLabels.tsx';
import { COLUMN_WIDTH, cellAt, rowPitch } from './layout/geometry.ts';
import type { PlacedLane } from './layout/graphLayout.ts';
import { neighbourOf, stopNear } from './layout/neighbour.ts';
import { useFlow } from './useFlow.ts';
import { useFoldActions } from './useFoldActions.ts';
import { useFoldedLayout } from './useFoldedLayout.ts';
import { useGraphCamera } from './useGraphCamera.ts';

interface GraphProps {
  state: RunState;
  graph: RunGraph;
  view: GraphView;
  /** Which turns stand out. */
  filter: TurnFilter;
  /** The scene that was chosen; null follows the head. */
  selected: SceneRow | null;
  /** The two scenes whose diff is looked at. */
  diffed: Diffed | null;
  /** What else is to be said of what is drawn. */
  sign?: ReactNode;
  /** `branch` where another one is meant than the scene’s own. */
  onSelect: (scene: SceneRow, options: { replace: boolean; branch?: string }) => void;
  onFilter: (filter: TurnFilter) => void;
  /** Give the selection up, to follow the head again. */
  onFollow: () => void;
  /** Enter was pressed on a turn: on to what it holds. */
  onEnter: () => void;
}

/** How far beside a turn of the map a click may fall, in pixels: there a turn may be narrower than one. */
const MAP_REACH = 12;

/** The graph of a run: lanes of turns, growing while the run is live. */
export function Graph(props: GraphProps) {
  return (
    <ReactFlowProvider>
      <GraphPane key={props.state.run.id} {...props} />
    </ReactFlowProvider>
  );
}

function GraphPane(props: GraphProps) {
  const { state, graph, view, filter, selected, diffed, onSelect, onFilter, onFollow, onEnter } = props;
  const pane = useRef<HTMLDivElement>(null);
  const flow = useReactFlow();
  const turnOf = (scene: SceneRow | undefined | null) => graph.turnOfScene.get(scene?.id ?? '') ?? null;
  const selectedTurn = turnOf(selected);
  const shown = [selectedTurn, turnOf(diffed?.from), turnOf(diffed?.to)].filter(id => id !== null);
  const folds = useFoldedLayout(state.run.id, graph, shown);
  const { layout } = folds;
  const target = useMemo(() => followTargetOf(state, graph, layout), [state, graph, layout]);
  const place = layout.places.get(selectedTurn ?? '') ?? null;
  const camera = useGraphCamera({ layout, view, selected: place, target });
  const tabbable = selectedTurn ?? target?.turn ?? null;
  const { nodes, edges } = useFlow(camera.cells, state.drafts, {
    graph,
    layout,
    level: camera.level,
    filter,
    selectedScene: selected?.id ?? null,
    diffed,
    tabbable,
  });
  const wantsFocus = useRef<string | null>(null);

  const choose = (turn: string, point: Point | null, replace = false) => {
    const node = graph.turns.get(turn);
    const scene = node && (sceneOfTurn(node, point) ?? sceneOfTurn(node, null));
    if (scene) onSelect(scene, { replace });
  };
  const foldActions = useFoldActions({
    folds,
    view,
    selectedTurn,
    onLeave: turn => choose(turn, null, true),
    wantsFocus,
  });
  const chooseOnMap = (x: number, y: number) => {
    if (camera.level !== 'map') return;
    const viewport = flow.getViewport();
    const cell = cellAt(viewport, x, y, rowPitch(camera.stage, viewport.zoom));
    const found = stopNear(layout, cell, MAP_REACH / viewport.zoom / COLUMN_WIDTH);
    if (found === null) return;
    if (layout.folds.has(found)) foldActions.toggle(found);
    else choose(found, null);
  };
  const showLane = (lane: PlacedLane) => {
    camera.showCell({ column: lane.first, row: lane.row });
    const [first] = lane.turns;
    if (first !== undefined) choose(first, null);
    else showHeadOf(lane.branch);
  };
  const showHeadOf = (branch: string) => {
    const head = graph.scenes.get(graph.branches.get(branch)?.head ?? '');
    if (head) onSelect(head, { replace: false, branch });
  };
  const showTurn = (turn: string) => {
    const { column, row } = layout.places.get(turn) ?? {};
    if (column !== undefined && row !== undefined) camera.showCell({ column, row });
  };
  const go = (turn: string) => {
    choose(turn, null, true);
    wantsFocus.current = turn;
  };
  const pressKey = (event: KeyboardEvent) => {
    const turn = turnOfTarget(event.target);
    const action = turn === null ? null : keyActionOf(event);
    if (turn === null || action === null) return;
    // A button beside the card takes Enter and Space for itself.
    if ((event.key === 'Enter' || event.key === ' ') && !isOnCard(event.target)) return;
    event.preventDefault();
    if (action.kind === 'choose') choose(turn, action.point);
    else if (action.kind === 'fold') foldActions.toggleAt(turn);
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
      <div className={styles.bar}>
        <FilterChips graph={graph} filter={filter} onChange={onFilter} />
        <GraphLegend graph={graph} filter={filter} onFilter={onFilter} />
        {props.sign}
      </div>
      <FocusedTurn pane={pane} wanted={wantsFocus} entrance={tabbable} onShow={showTurn} />
      <GraphCanvas
        nodes={nodes}
        edges={edges}
        limits={camera.limits}
        onTake={camera.take}
        onSettle={camera.settle}
        onWheel={camera.wheel}
        onChoose={choose}
        onFold={foldActions.toggle}
        onClickPane={chooseOnMap}
      >
        {camera.level === 'map' && (
          <FarMap
            graph={graph}
            layout={layout}
            stage={camera.stage}
            filter={filter}
            selectedTurn={selectedTurn}
            tabbable={tabbable}
            onChoose={turn => choose(turn, null)}
          />
        )}
        <LaneLabels
          graph={graph}
          layout={layout}
          stage={camera.stage}
          meant={layout.places.get(tabbable ?? '')?.lane ?? null}
          onShow={showLane}
        />
      </GraphCanvas>
      {graph.order.length === 0 && state.drafts.length === 0 && (
        <div className={styles.empty}>
          <EmptyState title={words('graph.empty')}>{words('graph.emptyHint')}</EmptyState>
        </div>
      )}
      <GraphControls
        onZoom={camera.zoomBy}
        onFit={camera.fit}
        onFollow={camera.isFollowing ? null : follow}
        isQuietFolded={folds.isQuietFolded}
        onFoldQuiet={isOn => foldActions.foldQuiet(isOn, camera.isFollowing)}
      />
    </div>
  );
}
