import { useState } from 'react';
import type { PlanBody, RunReceipt } from '../../shared/api.ts';
import { isForkpointError, type Problem, problemFromError } from '../../shared/errors.ts';
import { useFork, useRewind } from '../api/commands.ts';

interface MoveEnds {
  onDone: (receipt: RunReceipt) => void;
  /** The world moved since the plan was made: it has to be shown again. */
  onPlanChanged: () => void;
}

/** Does what was planned, bound to the digest of the plan that was seen. */
export function useMove(run: string, { onDone, onPlanChanged }: MoveEnds) {
  const rewind = useRewind(run);
  const fork = useFork(run);
  const [isPlanChanged, setPlanChanged] = useState(false);
  const ends = {
    onSuccess: onDone,
    onError: (error: Error) => {
      const hasMoved = isForkpointError(error, 'plan-changed');
      setPlanChanged(hasMoved);
      if (hasMoved) onPlanChanged();
    },
  };
  const act = (asked: PlanBody, digest: string, go: boolean) => {
    setPlanChanged(false);
    const seal = { digest, go };
    if (asked.action === 'fork') {
      const { action: _, branch, ...body } = asked;
      fork.mutate({ branch, body: { ...body, ...seal } }, ends);
    } else {
      const { action: _, branch, ...body } = asked;
      rewind.mutate({ branch, body: { ...body, ...seal } }, ends);
    }
  };
  const failed = rewind.error ?? fork.error;
  const problem: Problem | null = failed && !isPlanChanged ? problemFromError(failed) : null;
  return { act, isMoving: rewind.isPending || fork.isPending, isPlanChanged, problem };
}
