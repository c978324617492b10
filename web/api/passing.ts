import { useSyncExternalStore } from 'react';

/** What the server says of runs in passing, the last word of each: nothing is fetched, and nobody misses it later. */
export interface PassingStore<T> {
  set(run: string, told: T): void;
  forget(run: string): void;
  get(run: string): T | null;
  subscribe(listener: () => void): () => void;
}

export function passingStore<T>(): PassingStore<T> {
  const toldOf = new Map<string, T>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    set(run, told) {
      toldOf.set(run, told);
      changed();
    },
    forget(run) {
      if (toldOf.delete(run)) changed();
    },
    get: run => toldOf.get(run) ?? null,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The last word about a run; null where there is none. */
export function usePassing<T>(store: PassingStore<T>, run: string): T | null {
  return useSyncExternalStore(store.subscribe, () => store.get(run));
}
