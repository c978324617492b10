import { useEffect, useMemo, useState } from 'react';
import { type Compared, type CompareJob, compare, isSmallJob } from './comparing.ts';
import { type DiffOutcome, type DiffThread, diffQueue, type ThreadListener } from './diffQueue.ts';
import { keptOutcomes } from './keptOutcomes.ts';

/** So long one comparison may take; whoever waits longer has been told nothing. */
export const COMPARE_LIMIT_MS = 10_000;

const queue = diffQueue(openThread, COMPARE_LIMIT_MS);
const kept = keptOutcomes(10);

function openThread({ onFound, onFailed }: ThreadListener<Compared>): DiffThread<CompareJob> {
  const worker = new Worker(new URL('./comparing.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<Compared>) => onFound(data));
  worker.addEventListener('error', onFailed);
  return { compare: job => worker.postMessage(job), end: () => worker.terminate() };
}

/**
 * What two things make of each other: at once where they are small or were compared lately, else when the thread beside
 * the page has found it.
 * @param asked the same object as long as the same is asked
 * @param isWanted whether somebody looks at it; what was begun stops when nobody does any more
 * @returns null as long as it is not there
 */
export function useCompared(asked: CompareJob, isWanted: boolean): DiffOutcome<Compared> | null {
  const isSmall = useMemo(() => isSmallJob(asked), [asked]);
  const atOnce = useMemo((): DiffOutcome<Compared> | null => {
    if (!isWanted) return null;
    return isSmall ? { kind: 'found', found: compare(asked) } : kept.of(asked);
  }, [asked, isSmall, isWanted]);
  const [later, setLater] = useState<{ of: CompareJob; outcome: DiffOutcome<Compared> } | null>(null);
  const isThere = atOnce !== null || later?.of === asked;
  useEffect(() => {
    if (isSmall || !isWanted || isThere) return;
    return queue.ask(asked, outcome => {
      kept.keep(asked, outcome);
      setLater({ of: asked, outcome });
    });
  }, [asked, isSmall, isWanted, isThere]);
  return atOnce ?? (later?.of === asked ? later.outcome : null);
}
