import type { RunImport } from '../../shared/importProgress.ts';
import { passingStore, usePassing } from './passing.ts';

type ImportProgress = Omit<RunImport, 'run'>;

const importingStore = passingStore<ImportProgress>();

/** Takes how far the copy of a recording has come; where it is over nothing is left of it. */
export function noteImport({ run, ...progress }: RunImport): void {
  if (progress.scenes === progress.ofScenes) importingStore.forget(run);
  else importingStore.set(run, progress);
}

/** How far the copy of a recording that was acted on has come; null where none is made. */
export function useImporting(run: string): ImportProgress | null {
  return usePassing(importingStore, run);
}
