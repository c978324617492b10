/** The thread that compares, as the queue sees it. */
export interface DiffThread<Job> {
  compare(job: Job): void;
  end(): void;
}

/** What a thread tells: what it found, or that it cannot be loaded or has died. Nothing after its end. */
export interface ThreadListener<Found> {
  onFound: (found: Found) => void;
  onFailed: () => void;
}

/** What became of a job: `too-slow` where the limit passed, `failed` where there is no thread to do it. */
export type DiffOutcome<Found> = { kind: 'found'; found: Found } | { kind: 'too-slow' } | { kind: 'failed' };

export interface DiffQueue<Job, Found> {
  /** Compares when its turn comes. @returns takes the job back: nothing is heard of it any more */
  ask(job: Job, onOutcome: (outcome: DiffOutcome<Found>) => void): () => void;
}

interface Waiting<Job, Found> {
  job: Job;
  onOutcome: (outcome: DiffOutcome<Found>) => void;
}

/**
 * One job after the other on one thread beside the page. A job that takes longer than the limit ends with its thread, and
 * the next gets a new one; one that nobody wants any more is ended, too.
 */
export function diffQueue<Job, Found>(
  openThread: (listener: ThreadListener<Found>) => DiffThread<Job>,
  limitMs: number,
): DiffQueue<Job, Found> {
  const waiting: Waiting<Job, Found>[] = [];
  let thread: DiffThread<Job> | null = null;
  let current: { of: Waiting<Job, Found>; timer: ReturnType<typeof setTimeout> } | null = null;

  const finish = (outcome: DiffOutcome<Found> | null) => {
    const done = current;
    if (done === null) return;
    clearTimeout(done.timer);
    current = null;
    if (outcome?.kind !== 'found') {
      thread?.end();
      thread = null;
    }
    if (outcome) done.of.onOutcome(outcome);
    startNext();
  };
  const startNext = () => {
    const next = current === null ? waiting.shift() : undefined;
    if (next === undefined) return;
    thread ??= openThread({
      onFound: found => finish({ kind: 'found', found }),
      onFailed: () => finish({ kind: 'failed' }),
    });
    current = { of: next, timer: setTimeout(() => finish({ kind: 'too-slow' }), limitMs) };
    thread.compare(next.job);
  };
  const takeBack = (entry: Waiting<Job, Found>) => {
    const at = waiting.indexOf(entry);
    if (at >= 0) waiting.splice(at, 1);
    else if (current?.of === entry) finish(null);
  };
  return {
    ask(job, onOutcome) {
      const entry = { job, onOutcome };
      waiting.push(entry);
      startNext();
      return () => takeBack(entry);
    },
  };
}
