import type { ReactNode } from 'react';
import { formatAddress } from '../../shared/address.ts';
import type { BranchRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { BranchesColumn } from '../adopt/BranchesColumn.tsx';
import { whyNotAdoptable } from '../adopt/targets.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { useSelection } from '../selection/useSelection.ts';

interface BranchingOptions {
  run: string;
  /** Of the run as it is. */
  graph: RunGraph;
  /** The branch that is looked at. */
  looked: string | null;
}

/** Ties the branches to the page. @returns their list while it is open, else null */
export function useBranching({ run, graph, looked }: BranchingOptions): ReactNode {
  const { panel, select } = useSelection();
  const row = graph.branches.get(looked ?? '');
  const adoptLooked = row && whyNotAdoptable(graph, row) === null ? row.name : null;
  useCommands({ adopt: adoptLooked === null ? null : () => select({ adopt: adoptLooked }) });
  const toHead = ({ name, head }: BranchRow) => {
    const scene = graph.scenes.get(head ?? '');
    if (!scene) return;
    const { turn, point } = scene;
    select({ scene: formatAddress({ kind: 'turn', branch: name, turn, point, move: null }), diff: null });
  };
  if (panel !== 'branches') return null;
  return (
    <BranchesColumn
      run={run}
      graph={graph}
      looked={looked}
      onBranch={toHead}
      onAdopt={adopt => select({ adopt })}
      onArchived={branch => branch === looked && select({ scene: null, diff: null, act: null })}
      onClose={() => select({ panel: null })}
    />
  );
}
