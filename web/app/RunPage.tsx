import { useMemo } from 'react';
import { useRun } from '../api/queries.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { visibleText } from '../ui/visibleText.ts';
import { RunBar } from './RunBar.tsx';
import styles from './RunPage.module.css';
import { RunPanels } from './RunPanels.tsx';
import { selectedScenesOf } from './selectedScene.ts';
import { TopBar } from './TopBar.tsx';

/** The page of one run: its bar, the graph and what is selected on it. */
export function RunPage({ run }: { run: string }) {
  const loaded = useRun(run);
  const { scene, diff } = useSelection();
  const value = loaded.status === 'ready' ? loaded.value : null;
  const scenes = useMemo(
    () => value && selectedScenesOf(value.state, value.graph, { scene, diff }),
    [value, scene, diff],
  );
  useDocumentTitle(words('app.documentTitle', { title: visibleText(value?.state.run.title ?? run) }));
  if (value && scenes) {
    return (
      <div className={styles.page}>
        <RunBar state={value.state} graph={value.graph} scene={scenes.shown} />
        <RunPanels state={value.state} graph={value.graph} scenes={scenes} />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <TopBar />
      <div className={styles.alone}>
        {loaded.status === 'problem' ? (
          <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />
        ) : (
          <Spinner label={words('app.loadingRun')} />
        )}
      </div>
    </div>
  );
}
