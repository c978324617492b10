import type { QueryOf } from '../../shared/api.ts';
import { callRoute } from './client.ts';
import { useCommand } from './commands.ts';

/** Makes a report of a run's comparison or diff; gives the file's text. */
export function useMakeReport(run: string) {
  return useCommand((query: QueryOf<'report'>) => callRoute('report', { params: { run }, query }));
}
