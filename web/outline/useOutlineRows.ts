import { useMemo } from 'react';
import type { RunGraph } from '../../shared/runGraph.ts';
import { type Lane, lanesOf } from '../graph/layout/lanes.ts';
import { useKeptFolds } from '../graph/useKeptFolds.ts';
import { graphFoldsOf, laneFoldsOf } from './laneFolds.ts';
import { type OutlineRow, outlineRowsOf } from './outlineRows.ts';

/** The rows of a run with what is folded on its graph, and the way to open or close a lane. */
export function useOutlineRows(
  run: string,
  graph: RunGraph,
  shown: string | null,
): { rows: readonly OutlineRow[]; toggle: (lane: Lane) => void } {
  const [kept, keep] = useKeptFolds(run);
  const lanes = useMemo(() => lanesOf(graph), [graph]);
  const foldIds = useMemo(() => graphFoldsOf(graph, lanes), [graph, lanes]);
  const folds = useMemo(
    () => laneFoldsOf(graph, lanes, foldIds, kept, shown),
    [graph, lanes, foldIds, kept, shown],
  );
  const rows = useMemo(() => outlineRowsOf(graph, lanes, folds), [graph, lanes, folds]);
  return { rows, toggle: lane => keep(folds.toggled(lane)) };
}
