import { join } from 'node:path';

/**
 * Where the report of a move's files is kept, below the run's folder: a move that names files and has no report was cut
 * short before they were put back.
 */
export function moveReportPath(branch: string, moveNumber: number): string {
  return join('captures', 'moves', branch, `${moveNumber}.json`);
}
