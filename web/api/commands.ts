import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, ReplyOf, StartBody } from '../../shared/api.ts';
import { callRoute } from './client.ts';
import { queryKeys } from './queryKeys.ts';

/** Starts a run; gives its id. */
export function useStartRun() {
  return useCommand((body: StartBody) => callRoute('startRun', { body }));
}

/** Stops a run, or one branch of it, at a scene that can be resumed. */
export function useStopRun(run: string) {
  return useCommand((body: BodyOf<'stopRun'>) => callRoute('stopRun', { params: { run }, body }));
}

/** Opens a folder or a transcript in place, for reading; gives the id of the run. */
export function useOpenPath() {
  return useCommand(
    (path: string): Promise<ReplyOf<'openPath'>> => callRoute('openPath', { body: { path } }),
  );
}

/** Copies a folder or a transcript into the data folder as a run of ours; gives its id. */
export function useImportPath() {
  return useCommand(
    (path: string): Promise<ReplyOf<'importPath'>> => callRoute('importPath', { body: { path } }),
  );
}

/** A mutation after which the list of runs is fetched again; the run itself follows through its events. */
function useCommand<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.runs }),
  });
}
