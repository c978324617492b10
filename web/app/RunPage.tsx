import { useMemo } from 'react';
import type { RunReceipt } from '../../shared/api.ts';
import { graphOf } from '../api/graphOf.ts';
import { useRun } from '../api/queries.ts';
import { openQuestions } from '../gate/openQuestions.ts';
import { words } from '../i18n/words.ts';
import type { PlayAct } from '../play/playing.ts';
import { usePlayback } from '../play/usePlayback.ts';
import { PageLink } from '../selection/PageLink.tsx';
import { openRun, useSelection } from '../selection/useSelection.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { visibleText } from '../ui/visibleText.ts';
import { LoadingRun } from './LoadingRun.tsx';
import { RunBar } from './RunBar.tsx';
import styles from './RunPage.module.css';
import { RunPanels } from './RunPanels.tsx';
import { selectedScenesOf } from './selectedScene.ts';
import { TopBar } from './TopBar.tsx';
import { useArrival } from './useArrival.ts';

interface RunPageProps {
  run: string;
  /** Of the last rewind, undo or fork of this run, until it is dismissed. */
  receipt: RunReceipt | null;
  onReceipt: (receipt: RunReceipt | null) => void;
}

/** The page of one run: its bar, the graph and what is selected on it. */
export function RunPage({ run, receipt, onReceipt }: RunPageProps) {
  const loaded = useRun(run);
  const { scene, diff, select } = useSelection();
  const value = loaded.status === 'ready' ? loaded.value : null;
  const scenesNow = useMemo(
    () => value && selectedScenesOf(value.state, value.graph, { scene, diff }),
    [value, scene, diff],
  );
  const playback = usePlayback(value?.state ?? null, scenesNow?.chosen ?? null);
  const shown = useMemo(
    () => (playback.state ? { state: playback.state, graph: graphOf(playback.state) } : value),
    [playback.state, value],
  );
  const played = scene === null ? playback.scene : null;
  const scenes = useMemo(
    () => scenesNow && (played ? { ...scenesNow, chosen: played, shown: played } : scenesNow),
    [scenesNow, played],
  );
  const play = (act: PlayAct) => {
    if (act.type !== 'pause' && act.type !== 'speed') select({ scene: null, diff: null, act: null });
    playback.act(act);
  };
  const questions = useMemo(() => openQuestions(value?.state.questions ?? []), [value?.state.questions]);
  useArrival(value?.graph ?? null, receipt);
  const finish = (done: RunReceipt) => {
    onReceipt(done);
    if (done.run !== run) openRun(done.run);
    else select({ act: null, diff: null, ...(done.started && { scene: null }) });
  };
  const title = words('app.documentTitle', { title: visibleText(value?.state.run.title ?? run) });
  useDocumentTitle(
    questions.length === 0 ? title : words('gate.titleCount', { count: questions.length, title }),
  );
  if (value && shown && scenes) {
    return (
      <div className={styles.page}>
        <RunBar state={value.state} graph={value.graph} scene={scenes.shown} onReceipt={finish} />
        <RunPanels
          state={shown.state}
          graph={shown.graph}
          whole={value.graph}
          playback={{ ...playback, act: play }}
          scenes={scenes}
          questions={questions}
          receipt={receipt}
          onReceipt={finish}
          onDismiss={() => onReceipt(null)}
        />
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <TopBar />
      <div className={styles.alone}>
        {loaded.status === 'problem' ? (
          <>
            <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />
            <p>
              <PageLink run={null}>{words('app.backToRuns')}</PageLink>
            </p>
          </>
        ) : (
          <LoadingRun run={run} />
        )}
      </div>
    </div>
  );
}
