import { formatAddress } from '../../shared/address.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import { DiffView } from '../diff/DiffView.tsx';
import { words } from '../i18n/words.ts';
import { Inspector } from '../inspector/Inspector.tsx';
import { useSelection } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import styles from './SceneSide.module.css';
import type { SelectedScenes } from './selectedScene.ts';

interface SceneSideProps {
  state: RunState;
  graph: RunGraph;
  scenes: SelectedScenes;
}

/** What stands beside the graph: the scene that is looked at, its diff with another, or why there is none. */
export function SceneSide({ state, graph, scenes }: SceneSideProps) {
  const { select, problem } = useSelection();
  const { shown, diff } = scenes;
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
  if (diff) {
    return (
      <DiffView
        state={state}
        graph={graph}
        left={addressText(graph, diff)}
        right={addressText(graph, shown)}
      />
    );
  }
  const draft = state.drafts.find(entry => entry.parent === shown.id) ?? null;
  return <Inspector state={state} graph={graph} scene={shown} draft={draft} />;
}

function addressText(graph: RunGraph, scene: SceneRow): string {
  return formatAddress(addressOf(graph, scene));
}
