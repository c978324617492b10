import { useSyncExternalStore } from 'react';
import type { ReadingProgress, RunReading } from '../../shared/readingProgress.ts';

const progressOf = new Map<string, ReadingProgress>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** How far the server has read the runs that are waited for. */
export const readingStore = {
  set({ run, ...progress }: RunReading): void {
    progressOf.set(run, progress);
    changed();
  },
  /** The run is there, or failed. */
  forget(run: string): void {
    if (progressOf.delete(run)) changed();
  },
  get: (run: string): ReadingProgress | null => progressOf.get(run) ?? null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** How far the server has read a run that is on its way; null where it does not say. */
export function useReading(run: string): ReadingProgress | null {
  return useSyncExternalStore(readingStore.subscribe, () => readingStore.get(run));
}
