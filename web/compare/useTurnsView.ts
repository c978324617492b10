import { useCallback, useState } from 'react';
import { freshView, keptView, type TurnsView } from './keptTurnsView.ts';

interface TurnsViewState {
  view: TurnsView;
  setOnlyDifferences: (isOn: boolean) => void;
  toggleFold: (key: string) => void;
  /** The same function at every drawing. */
  toggleRow: (key: string) => void;
}

/** What is unfolded in the turns of a comparison; as it was left, when it is opened again. */
export function useTurnsView(comparison: string): TurnsViewState {
  const [view, setView] = useState<TurnsView>(() => keptView(comparison)?.view ?? freshView);
  const toggleRow = useCallback(
    (key: string) => setView(before => ({ ...before, openedRows: toggled(before.openedRows, key) })),
    [],
  );
  return {
    view,
    setOnlyDifferences: onlyDifferences => setView(before => ({ ...before, onlyDifferences })),
    toggleFold: key => setView(before => ({ ...before, openedFolds: toggled(before.openedFolds, key) })),
    toggleRow,
  };
}

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
