import type { Compared, CompareJob } from './comparing.ts';
import type { DiffOutcome } from './diffQueue.ts';

type Outcome = DiffOutcome<Compared>;

export interface KeptOutcomes {
  /** What came of the same comparison, or null where that is not known any more. */
  of: (job: CompareJob) => Outcome | null;
  keep: (job: CompareJob, outcome: Outcome) => void;
}

/**
 * The latest outcomes: who scrolls away from a long comparison and back does not wait for it again. One that failed for
 * want of a thread is not kept: the next try may have one.
 */
export function keptOutcomes(most: number): KeptOutcomes {
  let kept: { job: CompareJob; outcome: Outcome }[] = [];
  return {
    of: job => kept.find(other => isSame(other.job, job))?.outcome ?? null,
    keep: (job, outcome) => {
      if (outcome.kind === 'failed') return;
      kept = [{ job, outcome }, ...kept.filter(other => !isSame(other.job, job))].slice(0, most);
    },
  };
}

function isSame(one: CompareJob, other: CompareJob): boolean {
  return (
    one.kind === other.kind &&
    one.left === other.left &&
    one.right === other.right &&
    one.ignoreSpace === other.ignoreSpace &&
    isByLines(one) === isByLines(other)
  );
}

function isByLines(job: CompareJob): boolean {
  return job.kind === 'text' && job.byLines;
}
