import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FanOutBody, FanOutPlan } from '../../shared/fanOut.ts';
import { callRoute } from './client.ts';
import { type Loaded, loadedFrom } from './queries.ts';
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

/** A plan as it is shown: `isCurrent` is false while another body or another state of the run is asked about. */
export interface ShownFanOutPlan {
  plan: Loaded<FanOutPlan>;
  isCurrent: boolean;
  /** Asks again, whatever seems to have changed. */
  ask: () => void;
}

/**
 * What a fan-out would do. Asked anew when `world` changes, since what it depends on has changed with it.
 * @param body null while what was filled in is not complete
 */
export function useFanOutPlan(
  run: string,
  branch: string,
  body: FanOutBody | null,
  world: string,
): ShownFanOutPlan {
  const query = useQuery({
    queryKey: queryKeys.fanOutPlan(run, JSON.stringify([branch, body]), world),
    queryFn: () => callRoute('planFanOut', { params: { run, branch }, ...(body && { body }) }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  return {
    plan: loadedFrom(query),
    isCurrent: body !== null && query.isSuccess && !query.isPlaceholderData && !query.isFetching,
    ask: () => void query.refetch(),
  };
}
