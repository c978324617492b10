import { useMemo } from 'react';
import type { Column } from '../../shared/compare/comparison.ts';
import { formatSide, parseSide } from '../../shared/compare/side.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { comparisonParts } from '../../shared/report/reportRequest.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { AdoptButton } from '../adopt/AdoptButton.tsx';
import { ArchiveRest } from '../adopt/ArchiveRest.tsx';
import { type NotAdoptable, whyNotAdoptable } from '../adopt/targets.ts';
import { type Loaded, useRun } from '../api/queries.ts';
import { ComparePage } from '../compare/ComparePage.tsx';
import type { MessagesSlot } from '../compare/MessagesTab.tsx';
import { DiffView } from '../diff/DiffView.tsx';
import { type MessageTurns, messageTurnsOf } from '../diff/messageTurns.ts';
import { words } from '../i18n/words.ts';
import { ReportButton } from '../report/ReportButton.tsx';
import { openRun, useSelection } from '../selection/useSelection.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';

interface ComparePanelProps {
  run: string;
  /** Of the run as it is, and without what is archived. */
  graph: RunGraph;
  listed: RunGraph;
  /** CSS colour of a branch, as the graph has it; null where it is not drawn. */
  colourOf: (branch: string) => string | null;
}

/** The comparison in place of the graph, with what the other parts of the page put into it. */
export function ComparePanel({ run, graph, listed, colourOf }: ComparePanelProps) {
  const { select } = useSelection();
  const hindranceOf = ({ run: of, kind, branch, files, state }: Column): NotAdoptable | null => {
    if (kind !== 'branch') return null;
    if (of !== run) return files.state === 'unknown' ? 'no-files' : state === 'running' ? 'running' : null;
    const row = graph.branches.get(branch);
    return row ? whyNotAdoptable(graph, row) : 'no-files';
  };
  /** An adoption is an act of the run whose files are adopted. */
  const adopt = ({ run: of, side }: Column) => {
    if (of === run) select({ adopt: side });
    else openRun(of, { adopt: formatSide({ ...parseSide(side), run: null }) });
  };
  return (
    <ComparePage
      run={run}
      graph={listed}
      slots={{
        colourOf,
        messages: slot => <MessagesDiff {...slot} />,
        sideActions: column => (
          <AdoptButton side={column.side} hindrance={hindranceOf(column)} onAdopt={() => adopt(column)} />
        ),
        actions: ({ columns }) => (
          <>
            <ArchiveRest
              run={run}
              graph={graph}
              branches={columns.filter(of => of.run === run && of.kind === 'branch').map(of => of.branch)}
            />
            <ReportButton
              run={run}
              reported={{ sides: columns.map(column => column.side).join(',') }}
              parts={comparisonParts}
            />
          </>
        ),
      }}
    />
  );
}

/** The diff between the ends of two sides, of one run or of two. */
function MessagesDiff({ left, right, onSwap }: MessagesSlot) {
  const [ofLeft, ofRight] = [useRun(left.run), useRun(right.run)];
  const graphs = { left: graphIn(ofLeft), right: graphIn(ofRight) };
  const turns = {
    left: useTurns(graphs.left, left.at.scene),
    right: useTurns(graphs.right, right.at.scene),
  };
  const failed = [ofLeft, ofRight].find(loaded => loaded.status === 'problem');
  if (failed) return <ProblemNote problem={failed.problem} onRetry={failed.retry} />;
  if (!graphs.left || !graphs.right) return <Spinner label={words('compare.loading')} />;
  if (!turns.left || !turns.right) {
    const { run, at } = turns.left ? right : left;
    const missing = new ForkpointError('no-such-scene', { run, address: at.address });
    return <ProblemNote problem={missing.toProblem()} />;
  }
  return (
    <DiffView
      run={right.run}
      leftRun={left.run}
      left={left.at.address}
      right={right.at.address}
      turns={{ left: turns.left, right: turns.right }}
      onSwap={onSwap}
    />
  );
}

/** The same object as long as the run stays as it is. */
function graphIn(loaded: Loaded<{ graph: RunGraph }>): RunGraph | null {
  return loaded.status === 'ready' ? loaded.value.graph : null;
}

/** Null where the scene is not in the graph. */
function useTurns(graph: RunGraph | null, scene: string): MessageTurns | null {
  return useMemo(() => {
    const row = graph?.scenes.get(scene);
    return graph && row ? messageTurnsOf(graph, row) : null;
  }, [graph, scene]);
}
