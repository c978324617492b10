import type { ReadingProgress, RunReading } from '../../shared/readingProgress.ts';
import { passingStore, usePassing } from './passing.ts';

/** How far the server has read the runs that are waited for. */
export const readingStore = passingStore<ReadingProgress>();

/** Takes how far it has come. */
export function noteReading({ run, ...progress }: RunReading): void {
  readingStore.set(run, progress);
}

/** How far the server has read a run that is on its way; null where it does not say. */
export function useReading(run: string): ReadingProgress | null {
  return usePassing(readingStore, run);
}
