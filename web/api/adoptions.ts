import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  AdoptBody,
  Adoption,
  AdoptionPlan,
  AdoptionsReply,
  AdoptionTarget,
  PatchReply,
  UndoAdoptionBody,
  UndoAdoptionPlan,
} from '../../shared/adoption.ts';
import { callRoute } from './client.ts';
import { type ShownPlan, useAskedPlan } from './plans.ts';
import { type Loaded, loadedFrom } from './queries.ts';
import { queryKeys } from './queryKeys.ts';

/** What was adopted from a run, and where it went. */
export function useAdoptions(run: string): Loaded<AdoptionsReply> {
  return loadedFrom(
    useQuery({
      queryKey: queryKeys.adoptions(run),
      queryFn: () => callRoute('getAdoptions', { params: { run } }),
    }),
  );
}

/** What adopting would do. @param body null while it is not filled in */
export function useAdoptionPlan(
  run: string,
  body: Omit<AdoptBody, 'digest'> | null,
): ShownPlan<AdoptionPlan> {
  const key = queryKeys.adoptionPlan(run, JSON.stringify(body));
  return useAskedPlan(key, body, asked => callRoute('planAdoption', { params: { run }, body: asked }));
}

/** What undoing an adoption would do. */
export function useUndoAdoptionPlan(
  run: string,
  adoption: string,
  body: Omit<UndoAdoptionBody, 'digest'>,
): ShownPlan<UndoAdoptionPlan> {
  const key = queryKeys.adoptionPlan(run, JSON.stringify({ adoption, body }));
  return useAskedPlan(key, body, asked =>
    callRoute('planUndoAdoption', { params: { run, adoption }, body: asked }),
  );
}

/** Adopts; gives what was done. */
export function useAdopt(run: string) {
  return useAdopting<AdoptBody, Adoption>(run, body => callRoute('adopt', { params: { run }, body }));
}

/** Takes an adoption back. */
export function useUndoAdoption(run: string) {
  return useAdopting<UndoAdoptionBody & { adoption: string }, Adoption>(run, ({ adoption, ...body }) =>
    callRoute('undoAdoption', { params: { run, adoption }, body }),
  );
}

/** Finishes what was cut short where files were to go. */
export function useFinishAdoption(run: string) {
  return useAdopting<AdoptionTarget, AdoptionsReply>(run, into =>
    callRoute('finishAdoption', { params: { run }, body: { into } }),
  );
}

/** Fetches the patch of a side. @param against the branch that it is made against; null for where the run began */
export function usePatch(run: string) {
  return useMutation<PatchReply, Error, { side: string; against: string | null }>({
    mutationFn: ({ side, against }) =>
      callRoute('getPatch', { params: { run }, query: { side, ...(against !== null && { against }) } }),
  });
}

/** An act after which the adoptions are fetched again, also where it failed: somebody may have been there first. */
function useAdopting<I, O>(run: string, mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation<O, Error, I>({
    scope: { id: `adopt ${run}` },
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.adoptions(run) }),
  });
}
