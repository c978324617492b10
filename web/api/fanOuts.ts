import { useQuery } from '@tanstack/react-query';
import { callRoute } from './client.ts';
import { queryKeys } from './queryKeys.ts';

/** The branches of fan-outs that wait for their turn in the server, kept fresh by the event stream. */
export function useWaitingBranches(run: string): readonly string[] {
  const { data } = useQuery({
    queryKey: queryKeys.fanOuts(run),
    queryFn: () => callRoute('getFanOuts', { params: { run } }),
  });
  return data?.waiting ?? none;
}

const none: readonly string[] = [];
