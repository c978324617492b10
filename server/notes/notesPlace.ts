import { join } from 'node:path';
import { runLockName } from '../store/fileGate.ts';
import type { NotesPlace } from './fileNotes.ts';

/** Notes of a run of ours lie in its folder, under the lock of what its branches share. */
export function placeInRun(runFolder: string): NotesPlace {
  return { path: join(runFolder, 'notes.json'), lock: join(runFolder, runLockName) };
}

/**
 * Nothing is written into what was opened from outside: its notes lie in the data folder. No run can have the name of
 * that folder. @param run a safe name, the same each time the same path is opened
 */
export function placeInDataFolder(dataFolder: string, run: string): NotesPlace {
  const path = join(dataFolder, '.notes', `${run}.json`);
  return { path, lock: `${path}.lock` };
}
