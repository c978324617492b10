import { useMemo, useState } from 'react';
import type { RunReceipt } from '../../shared/api.ts';
import { useRun } from '../api/queries.ts';
import { openQuestions } from '../gate/openQuestions.ts';
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
  const questions = useMemo(() => openQuestions(value?.state.questions ?? []), [value?.state.questions]);
  const [receipt, setReceipt] = useState<RunReceipt | null>(null);
  const title = words('app.documentTitle', { title: visibleText(value?.state.run.title ?? run) });
  useDocumentTitle(
    questions.length === 0 ? title : words('gate.titleCount', { count: questions.length, title }),
  );
  if (value && scenes) {
    return (
      <div className={styles.page}>
        <RunBar state={value.state} graph={value.graph} scene={scenes.shown} onReceipt={setReceipt} />
        <RunPanels
          state={value.state}
          graph={value.graph}
          scenes={scenes}
          questions={questions}
          receipt={receipt}
          onReceipt={setReceipt}
        />
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
