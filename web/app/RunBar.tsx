import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { RunReceipt } from '../../shared/api.ts';
import { type Problem, problemFromError } from '../../shared/errors.ts';
import type { BranchRow, SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { BranchesButton } from '../adopt/BranchesButton.tsx';
import { useStopRun } from '../api/commands.ts';
import { CrashMenu } from '../commands/CrashMenu.tsx';
import { ResumeBar } from '../commands/ResumeBar.tsx';
import { isResting } from '../commands/resumeWords.ts';
import { UndoButton } from '../commands/UndoButton.tsx';
import { worldKeyOf } from '../commands/worldKey.ts';
import { CompareButton } from '../compare/CompareButton.tsx';
import { WorldEffects } from '../effects/WorldEffects.tsx';
import { FanOutButton } from '../fanOut/FanOutButton.tsx';
import { FindButtons } from '../find/FindButtons.tsx';
import { formatTokenCount } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { NotesButton } from '../notes/NotesButton.tsx';
import { useSelection } from '../selection/useSelection.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { StatePill } from '../ui/StatePill.tsx';
import { branchOfSelection } from './branchOfSelection.ts';
import { OutlineButton } from './OutlineButton.tsx';
import { PinSign } from './PinSign.tsx';
import styles from './RunBar.module.css';
import { RunProblems } from './RunProblems.tsx';
import { StopButton, TopBar } from './TopBar.tsx';

interface RunBarProps {
  state: RunState;
  graph: RunGraph;
  /** The same without what is archived. */
  listed: RunGraph;
  /** The scene that is looked at. */
  scene: SceneRow | null;
  onReceipt: (receipt: RunReceipt) => void;
}

/** The bar of a run: its title and state, how far the branch is, what it used, and what can be done with it now. */
export function RunBar({ state, graph, listed, scene, onReceipt }: RunBarProps) {
  const stop = useStopRun(state.run.id);
  const { scene: address } = useSelection();
  const [undoProblem, setUndoProblem] = useState<Problem | null>(null);
  const isRunning = state.branches.some(row => row.state === 'running');
  const stopAll = () => stop.mutate({});
  useCommands({ stop: isRunning && !stop.isPending ? stopAll : null });
  const meant = scene && branchOfSelection(graph, address, scene);
  const branch = graph.branches.get(meant ?? '') ?? state.branches[0];
  const problems = [stop.isError ? problemFromError(stop.error) : null, undoProblem, branch?.problem ?? null];
  return (
    <>
      <TopBar
        actions={
          <>
            {branch && (
              <UndoButton
                run={state.run.id}
                branch={branch}
                onDone={receipt => {
                  setUndoProblem(null);
                  onReceipt(receipt);
                }}
                onProblem={setUndoProblem}
              />
            )}
            {isRunning && state.run.scenario !== null && <CrashMenu run={state.run.id} />}
            {isRunning && <StopButton stopping={stop.isPending} onStop={stopAll} />}
            <WorldEffects state={state} graph={graph} />
            <FanOutButton state={state} />
            <CompareButton graph={listed} branch={meant} />
            <BranchesButton />
            <NotesButton />
            <OutlineButton />
            <FindButtons run={state.run.id} version={String(graph.scenes.size)} />
          </>
        }
      >
        <h1 className={styles.title} title={visibleText(state.run.title)}>
          <SafeText text={state.run.title} />
        </h1>
        {branch && <StatePill state={isRunning ? 'running' : branch.state} />}
        {state.run.readOnly && (
          <span className={styles.readOnly}>
            <Lock size={11} aria-hidden />
            {words('app.readOnly')}
          </span>
        )}
        <span className={styles.progress}>{progressText(graph, branch, scene)}</span>
        <PinSign graph={graph} scene={scene} />
        <RunProblems problems={state.problems} />
      </TopBar>
      {problems.map(
        problem =>
          problem && (
            <div key={problem.code} className={styles.note}>
              <ProblemNote problem={problem} />
            </div>
          ),
      )}
      {branch && <Rest state={state} graph={graph} branch={branch} />}
    </>
  );
}

/** `main 14 of 25 · 61.2k tokens`. */
function progressText(graph: RunGraph, branch: BranchRow | undefined, scene: SceneRow | null): string {
  const head = graph.scenes.get(branch?.head ?? '');
  const place =
    branch && head && scene
      ? words('app.progress', {
          branch: branch.name,
          turn: String(scene.turn),
          count: String(Math.max(head.turn, scene.turn)),
        })
      : null;
  const tokens = head && head.tokensUsed > 0 ? formatTokenCount(head.tokensUsed) : null;
  return [place, tokens].filter(part => part !== null).join(' · ');
}

/** The way on for a branch that rests in the middle of its work. */
function Rest({ state, graph, branch }: { state: RunState; graph: RunGraph; branch: BranchRow }) {
  const head = graph.scenes.get(branch.head ?? '');
  if (!head || !isResting(branch)) return null;
  return (
    <ResumeBar
      key={`${branch.name} ${head.id}`}
      run={state.run}
      branch={branch}
      head={head}
      world={worldKeyOf(state, branch.name)}
    />
  );
}
