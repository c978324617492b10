import { useLayoutEffect, useMemo } from 'react';
import type { RunGraph } from '../../shared/runGraph.ts';
import { withFoldToggled } from './keptFolds.ts';
import { type FoldChoice, foldsHiding } from './layout/folds.ts';
import { type GraphLayout, layoutOf } from './layout/graphLayout.ts';
import { useKeptFolds } from './useKeptFolds.ts';

/** The layout of a run with its folds, and the ways to open and close them. */
export interface FoldedLayout {
  layout: GraphLayout;
  isQuietFolded: boolean;
  foldQuiet: (isOn: boolean) => void;
  toggle: (fold: string) => void;
}

const nobody: ReadonlySet<string> = new Set();

/**
 * Lays a run out with what a person has folded. A turn that is looked at is never hidden: the folds around it open, and
 * stay open when another one is looked at.
 * @param shown turns that have to be seen
 */
export function useFoldedLayout(run: string, graph: RunGraph, shown: readonly string[]): FoldedLayout {
  const [kept, keep] = useKeptFolds(run);
  const choice = useMemo<FoldChoice>(
    () => ({ quiet: kept.quiet, opened: new Set(kept.opened), shown: nobody }),
    [kept],
  );
  const layout = useMemo(() => layoutOf(graph, choice), [graph, choice]);
  const hidden = shown.filter(id => layout.standIns.has(id));
  const hiding = hidden.length === 0 ? [] : foldsHiding(graph, choice, hidden);
  useLayoutEffect(() => {
    if (hiding.length > 0) keep({ ...kept, opened: [...kept.opened, ...hiding] });
  });
  return {
    layout,
    isQuietFolded: kept.quiet,
    foldQuiet: isOn => keep({ ...kept, quiet: isOn }),
    toggle: fold => keep(withFoldToggled(kept, fold)),
  };
}
