import type { PlanBody } from '../../shared/api.ts';
import type { Plan } from '../../shared/plan.ts';
import { type ShownPlan, usePlan } from '../api/plans.ts';
import { useDebounced } from '../ui/useDebounced.ts';

/** While a person types, the plan waits this long for the next key. */
const TYPING_MS = 250;

export interface MovePlan extends ShownPlan<Plan> {
  /** What the plan on screen was asked for, once it is the answer to what is filled in now; else null. */
  ready: { asked: PlanBody; plan: Plan } | null;
}

/** The plan for what is filled in. `body` is null while the form has a problem. */
export function useMovePlan(run: string, body: PlanBody | null, world: string): MovePlan {
  const text = JSON.stringify(body);
  const settled = useDebounced(text, TYPING_MS);
  const asked = settled === text ? body : null;
  const shown = usePlan(run, asked, world);
  const isReady = asked !== null && shown.isCurrent && shown.plan.status === 'ready';
  return {
    ...shown,
    ready: isReady && shown.plan.status === 'ready' ? { asked, plan: shown.plan.value } : null,
  };
}
