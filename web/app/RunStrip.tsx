import { useMemo, useSyncExternalStore } from 'react';
import { contextWindowOf } from '../../shared/contextWindow.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { type RunGraph, sceneAt, sceneOfTurn } from '../../shared/runGraph.ts';
import type { GraphView } from '../graph/graphView.ts';
import type { GraphLayout } from '../graph/layout/graphLayout.ts';
import { tokensOfTurn } from '../graph/turnSummary.ts';
import { PlayControls } from '../play/PlayControls.tsx';
import type { Playback } from '../play/usePlayback.ts';
import type { StripTurn } from '../strip/buckets.ts';
import { Strip } from '../strip/Strip.tsx';
import { stripTurnsOf, turnCountOf } from './stripTurns.ts';

interface RunStripProps {
  graph: RunGraph;
  /** The graph as it is drawn: as far as the run was played again, with what people and rules say of its turns. */
  now: RunGraph;
  layout: GraphLayout;
  view: GraphView;
  playback: Playback;
  /** The scene that is looked at. */
  scene: SceneRow | null;
  /** The branch that is meant, whose line is drawn; null draws the first one. */
  branch: string | null;
  /** With the branch where the scene is on its line, whoever wrote it; what a rewind left behind is on none. */
  onSelect: (scene: SceneRow, branch: string | null) => void;
}

/** The strip of the branch that is looked at, tied to what the graph shows. */
export function RunStrip({ graph, now, layout, view, playback, scene, branch, onSelect }: RunStripProps) {
  const inView = useSyncExternalStore(view.subscribe, view.get);
  const name = branch ?? layout.lanes[0]?.branch ?? '';
  const turns = useMemo(() => stripTurnsOf(graph, layout, name, now), [graph, layout, name, now]);
  const turnCount = useMemo(() => turnCountOf(turns), [turns]);
  const contextShare = useMemo(() => contextShareOf(graph, turns, scene), [graph, turns, scene]);
  const choose = (id: string) => {
    const node = graph.turns.get(id);
    const chosen = node && sceneOfTurn(node, null);
    if (!chosen) return;
    onSelect(chosen, isOnLine(graph, name, chosen) ? name : null);
    const column = layout.places.get(id)?.column;
    if (column !== undefined && (column < inView.first || column + 1 > inView.last)) view.show(column);
  };
  return (
    <Strip
      turns={turns}
      columnCount={layout.columnCount}
      turnCount={turnCount}
      selected={graph.turnOfScene.get(scene?.id ?? '') ?? null}
      inView={inView}
      onShow={view.show}
      onChoose={choose}
      contextShare={contextShare}
      controls={<PlayControls playback={playback} />}
      colour={layout.lanes.find(lane => lane.id === name)?.colour ?? 1}
    />
  );
}

/** How much of its model's context window a turn took, of 1; null where either is not known. */
function contextShareOf(graph: RunGraph, turns: readonly StripTurn[], scene: SceneRow | null): number | null {
  const node = graph.turns.get(graph.turnOfScene.get(scene?.id ?? '') ?? '');
  const model = (node?.a ?? node?.b)?.model;
  const tokens = node && tokensOfTurn(node, graph);
  const most = Math.max(0, ...turns.map(turn => turn.tokens ?? 0));
  const window = model ? contextWindowOf(model, most) : null;
  return tokens && window ? tokens / window : null;
}

function isOnLine(graph: RunGraph, branch: string, { id, turn, point }: SceneRow): boolean {
  return sceneAt(graph, { kind: 'turn', branch, turn, point, move: null })?.id === id;
}
