import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { PlanBody } from '../../shared/api.ts';
import type { FanOutBody, FanOutPlan } from '../../shared/fanOut.ts';
import type { Plan, ResumePlan } from '../../shared/plan.ts';
import { callRoute } from './client.ts';
import { type Loaded, loadedFrom } from './queries.ts';
import { queryKeys } from './queryKeys.ts';

/** A plan as it is shown: `isCurrent` is false while another body or another state of the run is asked about. */
export interface ShownPlan<P> {
  plan: Loaded<P>;
  isCurrent: boolean;
  /** Asks again, whatever seems to have changed. */
  ask: () => void;
}

/** The last plan stays until the next is there. The files of a person's own folder change without a word. */
const asPlan = { placeholderData: keepPreviousData, staleTime: 0, gcTime: 0 } as const;

/**
 * What a rewind or a fork would do. Asked anew when `world` changes, since what it depends on has changed with it.
 * @param body null while what was asked for is not complete
 */
export function usePlan(run: string, body: PlanBody | null, world: string): ShownPlan<Plan> {
  const key = queryKeys.plan(run, JSON.stringify(body), world);
  return useAskedPlan(key, body, asked => callRoute('planMove', { params: { run }, body: asked }));
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
): ShownPlan<FanOutPlan> {
  const key = queryKeys.fanOutPlan(run, JSON.stringify([branch, body]), world);
  return useAskedPlan(key, body, asked => callRoute('planFanOut', { params: { run, branch }, body: asked }));
}

/** What going on with a branch would do, call by call. */
export function useResumePlan(run: string, branch: string, world: string): Loaded<ResumePlan> {
  return loadedFrom(
    useQuery({
      ...asPlan,
      queryKey: queryKeys.resumePlan(run, branch, world),
      queryFn: () => callRoute('planResume', { params: { run, branch } }),
    }),
  );
}

/**
 * A plan as the server makes it of a body. Asked anew when the key changes, and whenever it is looked at again.
 * @param body null while what was asked for is not complete: nothing is asked then
 */
export function useAskedPlan<B, P>(
  queryKey: readonly unknown[],
  body: B | null,
  ask: (body: B) => Promise<P>,
): ShownPlan<P> {
  const query = useQuery({ ...asPlan, queryKey, queryFn: body === null ? skipToken : () => ask(body) });
  return {
    plan: loadedFrom(query),
    isCurrent: body !== null && query.isSuccess && !query.isPlaceholderData && !query.isFetching,
    ask: () => {
      if (body !== null) void query.refetch();
    },
  };
}
