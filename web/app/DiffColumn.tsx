import { type ReactNode, useMemo } from 'react';
import { formatAddress, parseAddress } from '../../shared/address.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { diffParts } from '../../shared/report/reportRequest.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { formatRunAddress } from '../../shared/runAddress.ts';
import { addressOf, type RunGraph, sceneAt } from '../../shared/runGraph.ts';
import { useRun } from '../api/queries.ts';
import { DiffView } from '../diff/DiffView.tsx';
import { messageTurnsOf } from '../diff/messageTurns.ts';
import { words } from '../i18n/words.ts';
import { ReportButton } from '../report/ReportButton.tsx';
import { openRun, useSelection } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './SceneSide.module.css';
import type { SceneElsewhere } from './selectedScene.ts';

/** A scene with the graph of its run. */
interface PlacedScene {
  run: string;
  graph: RunGraph;
  scene: SceneRow;
}

interface DiffColumnProps {
  from: PlacedScene;
  /** What is looked at. */
  to: PlacedScene;
  /** The diff wants more room than the column has, or no longer does. */
  onWide: (isWide: boolean) => void;
}

/** The diff of the scene that is looked at with another, of its run or of a different one. */
export function DiffColumn({ from, to, onWide }: DiffColumnProps) {
  const { select } = useSelection();
  const turns = useMemo(
    () => ({ left: messageTurnsOf(from.graph, from.scene), right: messageTurnsOf(to.graph, to.scene) }),
    [from.graph, from.scene, to.graph, to.scene],
  );
  const [left, right] = [addressText(from), addressText(to)];
  const swap = () => {
    const swapped = { scene: left, diff: formatRunAddress({ run: to.run, address: right }, from.run) };
    if (from.run === to.run) select(swapped);
    else openRun(from.run, swapped);
  };
  return (
    <DiffView
      run={to.run}
      leftRun={from.run}
      left={left}
      right={right}
      turns={turns}
      onSwap={swap}
      onClose={() => select({ diff: null })}
      actions={
        <ReportButton
          run={from.run}
          reported={{ left, right: formatRunAddress({ run: to.run, address: right }, from.run) }}
          parts={diffParts}
        />
      }
      onWide={onWide}
    />
  );
}

interface DiffWithOtherRunProps extends Omit<DiffColumnProps, 'from'> {
  from: SceneElsewhere;
}

/** The same with a scene of another run, whose rows have to be there first. */
export function DiffWithOtherRun({ from, to, onWide }: DiffWithOtherRunProps) {
  const loaded = useRun(from.run);
  if (loaded.status === 'loading') return <Spinner label={words('diff.loadingRun', { run: from.run })} />;
  if (loaded.status === 'problem') {
    return (
      <NoDiff>
        <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />
      </NoDiff>
    );
  }
  const { graph } = loaded.value;
  const scene = sceneAt(graph, parseAddress(from.address));
  if (scene === null) {
    return (
      <NoDiff>
        <ProblemNote problem={new ForkpointError('no-such-scene', { ...from }).toProblem()} />
      </NoDiff>
    );
  }
  return <DiffColumn from={{ run: from.run, graph, scene }} to={to} onWide={onWide} />;
}

/** Why there is no diff, with the way out of it. */
function NoDiff({ children }: { children: ReactNode }) {
  const { select } = useSelection();
  return (
    <div className={styles.note}>
      {children}
      <Button onClick={() => select({ diff: null })}>{words('diff.close')}</Button>
    </div>
  );
}

function addressText({ graph, scene }: PlacedScene): string {
  return formatAddress(addressOf(graph, scene));
}
