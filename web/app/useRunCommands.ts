import { flushSync } from 'react-dom';
import type { Point } from '../../shared/checkpoint.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { type RunGraph, sceneOfTurn } from '../../shared/runGraph.ts';
import type { TurnFilter } from '../../shared/turnFilter.ts';
import type { GraphLayout } from '../graph/layout/graphLayout.ts';
import { type Direction, neighbourOf } from '../graph/layout/neighbour.ts';
import { type CommandHandlers, useCommands } from '../keys/commandHandlers.ts';
import type { Playback } from '../play/usePlayback.ts';
import type { Preparing } from '../selection/selection.ts';
import { useSelection } from '../selection/useSelection.ts';
import { nextMarked } from './nextMarked.ts';
import type { SelectedScenes } from './selectedScene.ts';

interface RunCommandsOptions {
  /** The graph as it is drawn, with what is worth a look. */
  graph: RunGraph;
  /** Of the run as it is, nothing folded. */
  layout: GraphLayout;
  filter: TurnFilter;
  scenes: SelectedScenes;
  playback: Playback;
  onSelect: (scene: SceneRow, options: { replace: boolean }) => void;
  /** Moves the focus to what is beside the graph, or to the move that is prepared there. */
  onFocus: (part: 'inspector' | 'move') => void;
}

/** Offers what keys and the palette can do with a run and the scene that is looked at. */
export function useRunCommands({ onFocus, playback, ...place }: RunCommandsOptions): void {
  useCommands({
    ...useTurnCommands(place),
    ...useMoveCommands(place, () => onFocus('move')),
    ...playCommands(playback),
    inspector: () => onFocus('inspector'),
  });
}

type Place = Omit<RunCommandsOptions, 'onFocus' | 'playback'>;

function useTurnCommands({ graph, layout, filter, scenes, onSelect }: Place): CommandHandlers {
  const { scene: address, select } = useSelection();
  const turn = graph.turnOfScene.get(scenes.shown?.id ?? '') ?? null;
  const node = graph.turns.get(turn ?? '');
  const go = (id: string | null, replace: boolean) => {
    const found = graph.turns.get(id ?? '');
    const scene = found && sceneOfTurn(found, null);
    if (scene) onSelect(scene, { replace });
  };
  const walk = (direction: Direction) => () =>
    turn !== null && go(neighbourOf(graph, layout, turn, direction), true);
  const mark = (by: 1 | -1) => () => go(nextMarked(graph, filter, turn, by), false);
  const toPoint = (point: Point) => {
    const scene = node && sceneOfTurn(node, point);
    return scene ? () => onSelect(scene, { replace: false }) : null;
  };
  return {
    nextMark: mark(1),
    previousMark: mark(-1),
    previousTurn: walk('left'),
    nextTurn: walk('right'),
    laneAbove: walk('up'),
    laneBelow: walk('down'),
    pointA: toPoint('A'),
    pointB: toPoint('B'),
    head: address === null ? null : () => select({ scene: null, diff: null }),
  };
}

function useMoveCommands({ scenes }: Place, onOpen: () => void): CommandHandlers {
  const { select } = useSelection();
  if (scenes.shown === null || scenes.shown.problem !== null) return {};
  const prepare = (act: Preparing) => () => {
    // It has to be drawn before it can have the focus.
    flushSync(() => select({ act, tab: 'conversation', diff: null }, { replace: true }));
    onOpen();
  };
  return { rewind: prepare('rewind'), fork: prepare('fork'), fanOut: prepare('fan-out') };
}

function playCommands({ count, at, isPlaying, act }: Playback): CommandHandlers {
  if (count <= 1) return {};
  return {
    play: () => act({ type: isPlaying ? 'pause' : 'play' }),
    stepBack: () => act({ type: 'step', by: -1 }),
    stepOn: at === null ? null : () => act({ type: 'step', by: 1 }),
  };
}
