import type { CrashPoint } from '../harness/crash.ts';
import type { RunStore } from '../store/runStore.ts';
import type { RunFiles } from '../workspace/runFiles.ts';

/** A run that can be acted on. */
export interface ActingRun {
  /** The id it is known by; another than the one asked for where a transcript was imported first. */
  id: string;
  folder: string;
  store: RunStore;
  files: RunFiles;
  crashPoint: CrashPoint;
}
