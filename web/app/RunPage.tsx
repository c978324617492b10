import { useMemo, useState } from 'react';
import type { RunReceipt } from '../../shared/api.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { AdoptSheet } from '../adopt/AdoptSheet.tsx';
import { useArchive } from '../adopt/useArchive.ts';
import { graphOf } from '../api/graphOf.ts';
import { useRun } from '../api/queries.ts';
import { GatePanel } from '../gate/GatePanel.tsx';
import type { LateAnswer } from '../gate/lateAnswer.ts';
import { openQuestions } from '../gate/openQuestions.ts';
import { createGraphView } from '../graph/graphView.ts';
import { layoutOf } from '../graph/layout/graphLayout.ts';
import { words } from '../i18n/words.ts';
import type { PlayAct } from '../play/playing.ts';
import { usePlayback } from '../play/usePlayback.ts';
import { PageLink } from '../selection/PageLink.tsx';
import { openRun, useSelection } from '../selection/useSelection.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { branchOfSelection, lookedBranch } from './branchOfSelection.ts';
import { ComparePanel } from './ComparePanel.tsx';
import { LoadingRun } from './LoadingRun.tsx';
import { laneColours } from './laneColours.ts';
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
  const { scene, diff, compare, adopt, select } = useSelection();
  const value = loaded.status === 'ready' ? loaded.value : null;
  const asked = useMemo(() => (value && scene ? lookedBranch(value.graph, scene) : null), [value, scene]);
  const archive = useArchive(run, value?.graph ?? null, asked);
  const scenesNow = useMemo(
    () => value && selectedScenesOf(value.state, value.graph, { scene, diff }, archive.drawn(value.graph)),
    [value, scene, diff, archive],
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
  const listed = value && archive.drawn(value.graph);
  const layout = useMemo(() => listed && layoutOf(listed), [listed]);
  const colours = useMemo(() => layout && laneColours(layout), [layout]);
  const colourOf = (branch: string) => colours?.get(branch) ?? null;
  // Both outlive a comparison that stands in place of the graph.
  const [view] = useState(createGraphView);
  const [late, setLate] = useState<LateAnswer | null>(null);
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
  if (value && listed && layout && shown && scenes) {
    const branch = scenes.shown && branchOfSelection(value.graph, scene, scenes.shown);
    const gate = (questions.length > 0 || late !== null) && (
      <GatePanel
        run={run}
        graph={value.graph}
        questions={questions}
        late={late}
        onLate={setLate}
        branch={branch}
      />
    );
    return (
      <div className={styles.page}>
        <RunBar
          state={value.state}
          graph={value.graph}
          listed={listed}
          scene={scenes.shown}
          onReceipt={finish}
        />
        {compare !== null ? (
          <>
            {gate && <div className={styles.gate}>{gate}</div>}
            <ComparePanel run={run} graph={value.graph} listed={listed} colourOf={colourOf} />
          </>
        ) : (
          <RunPanels
            state={shown.state}
            graph={archive.drawn(shown.graph)}
            whole={value.graph}
            drawn={listed}
            layout={layout}
            colourOf={colourOf}
            view={view}
            branch={branch}
            gate={gate}
            archived={archive.names}
            playback={{ ...playback, act: play }}
            scenes={scenes}
            receipt={receipt}
            onReceipt={finish}
            onDismiss={() => onReceipt(null)}
          />
        )}
        {adopt !== null && (
          <AdoptSheet run={run} graph={value.graph} side={adopt} onClose={() => select({ adopt: null })} />
        )}
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
