import type { RunReceipt } from '../../shared/api.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { GoOnForm } from '../commands/GoOnForm.tsx';
import { worldKeyOf } from '../commands/worldKey.ts';
import { FilesLabel, FilesTab } from '../files/FilesTab.tsx';
import { words } from '../i18n/words.ts';
import { Inspector } from '../inspector/Inspector.tsx';
import { NoteBar } from '../notes/NoteBar.tsx';
import { useSelection } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { branchOfSelection } from './branchOfSelection.ts';
import { DiffColumn, DiffWithOtherRun } from './DiffColumn.tsx';
import { MoveActions, MoveSlot } from './MoveSlot.tsx';
import { PinButton } from './PinSign.tsx';
import styles from './SceneSide.module.css';
import type { SelectedScenes } from './selectedScene.ts';

interface SceneSideProps {
  state: RunState;
  graph: RunGraph;
  scenes: SelectedScenes;
  onReceipt: (receipt: RunReceipt) => void;
  /** What stands here wants more room than the column has, or no longer does. */
  onWide: (isWide: boolean) => void;
}

/** What stands beside the graph: the scene that is looked at, its diff with another, or why there is none. */
export function SceneSide({ state, graph, scenes, onReceipt, onWide }: SceneSideProps) {
  const { select, problem } = useSelection();
  const { shown, diff, diffElsewhere } = scenes;
  const wrong = problem ?? scenes.problem;
  if (wrong) {
    return (
      <div className={styles.note}>
        <ProblemNote problem={wrong} />
        <Button onClick={() => select({ scene: null, diff: null })}>{words('app.showHead')}</Button>
      </div>
    );
  }
  if (!shown) return <EmptyState title={words('app.noScene')} />;
  const to = { run: state.run.id, graph, scene: shown };
  if (diff) return <DiffColumn from={{ ...to, scene: diff }} to={to} onWide={onWide} />;
  if (diffElsewhere) return <DiffWithOtherRun from={diffElsewhere} to={to} onWide={onWide} />;
  return <SceneColumn state={state} graph={graph} scene={shown} onReceipt={onReceipt} />;
}

interface SceneColumnProps {
  state: RunState;
  graph: RunGraph;
  scene: SceneRow;
  onReceipt: (receipt: RunReceipt) => void;
}

/** The inspector, what can be done from its scene, and at the end of a finished branch the way to go on. */
function SceneColumn({ state, graph, scene, onReceipt }: SceneColumnProps) {
  const { act, scene: address } = useSelection();
  const run = state.run.id;
  const turn = graph.turns.get(graph.turnOfScene.get(scene.id) ?? '');
  const draft = state.drafts.find(entry => entry.parent === scene.id) ?? null;
  const hasFiles = state.run.kind === 'run';
  const branch = branchOfSelection(graph, address, scene);
  const finished = act === null ? finishedBranch(state, scene, branch) : null;
  return (
    <div className={styles.column}>
      <div className={styles.inspector}>
        <Inspector
          state={state}
          graph={graph}
          branch={branch}
          scene={scene}
          draft={draft}
          slots={{
            actions: (
              <>
                <MoveActions scene={scene} />
                <PinButton graph={graph} scene={scene} />
              </>
            ),
            notes: turn && <NoteBar key={turn.id} run={run} graph={graph} node={turn} />,
            below: (
              <MoveSlot state={state} graph={graph} scene={scene} branch={branch} onReceipt={onReceipt} />
            ),
            files: hasFiles
              ? {
                  label: <FilesLabel run={run} scene={scene.id} />,
                  content: <FilesTab run={run} scene={scene.id} />,
                }
              : null,
          }}
        />
      </div>
      {finished !== null && (
        <GoOnForm key={finished} run={state.run} branch={finished} world={worldKeyOf(state, finished)} />
      )}
    </div>
  );
}

/** The branch that is meant, where it has come to its end with this scene and words can take it further; or null. */
function finishedBranch({ branches }: RunState, scene: SceneRow, name: string): string | null {
  const found = branches.find(row => row.name === name && row.head === scene.id);
  const branch = found?.kind === 'main' || found?.kind === 'fork' ? found : null;
  const isFinished = branch?.state === 'done' || branch?.state === 'refused';
  return branch && isFinished ? branch.name : null;
}
