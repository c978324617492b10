import type { SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { useStopRun } from '../api/commands.ts';
import { problemOf } from '../api/problem.ts';
import { formatTokens } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { StatePill } from '../ui/StatePill.tsx';
import { visibleText } from '../ui/visibleText.ts';
import styles from './RunBar.module.css';
import { RunProblems } from './RunProblems.tsx';
import { StopButton, TopBar } from './TopBar.tsx';

interface RunBarProps {
  state: RunState;
  graph: RunGraph;
  /** The scene that is looked at. */
  scene: SceneRow | null;
}

/** The bar of a run: its title and state, how far the branch is, what it used, and how to stop it. */
export function RunBar({ state, graph, scene }: RunBarProps) {
  const stop = useStopRun(state.run.id);
  const running = state.branches.filter(branch => branch.state === 'running');
  const branch = graph.branches.get(scene?.branch ?? '') ?? state.branches[0];
  const head = graph.scenes.get(branch?.head ?? '');
  return (
    <>
      <TopBar
        actions={
          running.length > 0 && <StopButton stopping={stop.isPending} onStop={() => stop.mutate({})} />
        }
      >
        <h1 className={styles.title} title={visibleText(state.run.title)}>
          <SafeText text={state.run.title} />
        </h1>
        {branch && <StatePill state={running.length > 0 ? 'running' : branch.state} />}
        <span className={styles.progress}>
          {[
            branch && head && scene
              ? words('app.progress', {
                  branch: branch.name,
                  turn: String(scene.turn),
                  count: String(Math.max(head.turn, scene.turn)),
                })
              : null,
            head && head.tokensUsed > 0
              ? words('app.tokens', { tokens: formatTokens(head.tokensUsed) })
              : null,
            state.run.readOnly ? words('app.readOnly') : null,
          ]
            .filter(part => part !== null)
            .join(' · ')}
        </span>
        <RunProblems problems={state.problems} />
      </TopBar>
      {stop.isError && (
        <div className={styles.note}>
          <ProblemNote problem={problemOf(stop.error)} />
        </div>
      )}
      {branch?.problem && (
        <div className={styles.note}>
          <ProblemNote problem={branch.problem} />
        </div>
      )}
    </>
  );
}
