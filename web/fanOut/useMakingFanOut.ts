import { useState } from 'react';
import { isForkpointError, type Problem, problemFromError } from '../../shared/errors.ts';
import type { FanOutBody, FanOutPlan, FanOutReceipt } from '../../shared/fanOut.ts';
import { useMakeFanOut } from '../api/commands.ts';
import { type ShownPlan, useFanOutPlan } from '../api/plans.ts';
import { useDebounced } from '../ui/useDebounced.ts';

/** While a person types, the plan waits this long for the next key. */
const TYPING_MS = 250;

interface Wanted {
  run: string;
  branch: string;
  /** Null while what was filled in has a problem. */
  body: FanOutBody | null;
  /** Changes with whatever the plan depends on. */
  world: string;
  onDone: (receipt: FanOutReceipt) => void;
}

export interface MakingFanOut extends ShownPlan<FanOutPlan> {
  /** The plan on screen, once it is the answer to what is filled in and nothing in it stands in the way. */
  ready: FanOutPlan | null;
  make: () => void;
  isMaking: boolean;
  isPlanChanged: boolean;
  problem: Problem | null;
}

/** The plan for what is filled in, and the act that is bound to its digest. */
export function useMakingFanOut({ run, branch, body, world, onDone }: Wanted): MakingFanOut {
  const command = useMakeFanOut(run);
  const [isPlanChanged, setPlanChanged] = useState(false);
  const text = JSON.stringify(body);
  const settled = useDebounced(text, TYPING_MS);
  // What the act itself changes is no reason to plan it again.
  const asked = settled === text && !command.isPending ? body : null;
  const shown = useFanOutPlan(run, branch, asked, world);
  const plan = asked !== null && shown.isCurrent && shown.plan.status === 'ready' ? shown.plan.value : null;
  const ready = plan?.branches.every(row => row.problem === null) ? plan : null;
  const make = () => {
    if (!ready || !asked) return;
    setPlanChanged(false);
    command.mutate(
      { branch, body: { ...asked, digest: ready.digest } },
      {
        onSuccess: onDone,
        onError: error => {
          const hasMoved = isForkpointError(error, 'plan-changed');
          setPlanChanged(hasMoved);
          if (hasMoved) shown.ask();
        },
      },
    );
  };
  const problem = command.error && !isPlanChanged ? problemFromError(command.error) : null;
  return { ...shown, ready, make, isMaking: command.isPending, isPlanChanged, problem };
}
