import { type ReactNode, useMemo } from 'react';
import { formatAddress } from '../../shared/address.ts';
import type { Problem } from '../../shared/errors.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { addressOf, type RunGraph, sceneOfTurn, withNoteMarks } from '../../shared/runGraph.ts';
import { useNotes } from '../api/notes.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { NotesColumn } from '../notes/NotesColumn.tsx';
import { noteMarksOf, turnNotesOf } from '../notes/turnNotes.ts';
import { useJudging } from '../notes/useJudging.ts';
import { useSelection } from '../selection/useSelection.ts';

interface NotingOptions {
  run: string;
  /** The graph as it is drawn, and that of the run as it is. */
  graph: RunGraph;
  whole: RunGraph;
  /** The scene that is looked at. */
  scene: SceneRow | null;
  onScene: (scene: SceneRow) => void;
}

interface Noting {
  /** The graph with what people put on its turns. */
  graph: RunGraph;
  /** The list beside the graph, or null while it is closed. */
  list: ReactNode;
  /** Why a turn could not be called good or bad by key. */
  problem: Problem | null;
}

/** Ties notes to the page: the list, the marks on the graph, and the keys that call a turn good or bad. */
export function useNoting({ run, graph, whole, scene, onScene }: NotingOptions): Noting {
  const { panel, select } = useSelection();
  const loaded = useNotes(run);
  const record = loaded.status === 'ready' ? loaded.value.record : null;
  const marks = useMemo(() => record && noteMarksOf(turnNotesOf(record, whole)), [record, whole]);
  const shown = scene && (whole.turnOfScene.get(scene.id) ?? null);
  const sceneOf = (turn: string) => {
    const node = whole.turns.get(turn);
    return node ? sceneOfTurn(node, null) : null;
  };
  const onTurn = (turn: string) => {
    const row = sceneOf(turn);
    if (row) onScene(row);
  };
  const isOpen = panel === 'notes';
  const { judge, problem } = useJudging(run, whole, shown, isOpen ? onTurn : null);
  useCommands({ good: () => judge('good'), bad: () => judge('bad') });
  return {
    problem,
    graph: useMemo(() => (marks ? withNoteMarks(graph, marks) : graph), [graph, marks]),
    list: isOpen ? (
      <NotesColumn
        run={run}
        graph={whole}
        shown={shown}
        onTurn={onTurn}
        onMove={(turn, act) => {
          const row = sceneOf(turn);
          const address = row && formatAddress(addressOf(whole, row));
          select({ scene: address, diff: null, act, tab: 'conversation' });
        }}
        onClose={() => select({ panel: null })}
      />
    ) : null,
  };
}
