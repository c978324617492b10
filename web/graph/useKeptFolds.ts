import { useCallback, useSyncExternalStore } from 'react';
import { type KeptFolds, readKeptFolds, writeKeptFolds } from './keptFolds.ts';

const keptOf = new Map<string, KeptFolds>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keptNow(run: string): KeptFolds {
  const kept = keptOf.get(run) ?? readKeptFolds(sessionStorage, run);
  keptOf.set(run, kept);
  return kept;
}

/** What a person has folded of a run, the same wherever its tree is drawn, and how that changes. */
export function useKeptFolds(run: string): [kept: KeptFolds, keep: (folds: KeptFolds) => void] {
  const kept = useSyncExternalStore(subscribe, () => keptNow(run));
  const keep = useCallback(
    (folds: KeptFolds) => {
      keptOf.set(run, folds);
      writeKeptFolds(sessionStorage, run, folds);
      for (const listener of listeners) listener();
    },
    [run],
  );
  return [kept, keep];
}
