import { openRun } from '../selection/useSelection.ts';

/** Acting on a recording copies it into the data folder: the page goes on with the copy. */
export function followImport(run: string, acted: string): void {
  if (acted !== run) openRun(acted);
}
