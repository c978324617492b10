import { useMemo } from 'react';
import { isEmptyDiff } from '../../shared/diffMessages.ts';
import type { RunState } from '../../shared/runEvent.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { type DiffReply, useDiff } from '../api/queries.ts';
import { words } from '../i18n/words.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { ChangeHunk } from './ChangeHunk.tsx';
import { DiffHeader } from './DiffHeader.tsx';
import { DiffSummary } from './DiffSummary.tsx';
import styles from './DiffView.module.css';
import { diffHunks } from './diffHunks.ts';
import { SameStretch } from './SameStretch.tsx';
import { useChangeSteps } from './useChangeSteps.ts';

interface DiffViewProps {
  state: RunState;
  graph: RunGraph;
  /** Addresses of the two scenes. */
  left: string;
  right: string;
}

/** What differs between the `messages` of two scenes of a run, in one column. */
export function DiffView({ state, left, right }: DiffViewProps) {
  const run = state.run.id;
  const loaded = useDiff(run, left, right);
  return (
    <section className={styles.view} aria-label={words('diff.label')}>
      <DiffHeader left={left} right={right} />
      {loaded.status === 'loading' && <Spinner />}
      {loaded.status === 'problem' && (
        <div className={styles.problem}>
          <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />
        </div>
      )}
      {loaded.status === 'ready' && <DiffBody run={run} right={right} reply={loaded.value} />}
    </section>
  );
}

function DiffBody({ run, right, reply }: { run: string; right: string; reply: DiffReply }) {
  const hunks = useMemo(() => diffHunks(reply.diff.entries), [reply]);
  const changes = hunks.filter(hunk => hunk.kind !== 'same');
  const steps = useChangeSteps(changes.map(hunk => hunk.start));
  return (
    <>
      <DiffSummary reply={reply} steps={steps} />
      <div className={styles.entries}>
        {isEmptyDiff(reply.diff) && <EmptyState title={words('diff.noChange')} />}
        {hunks.map(hunk =>
          hunk.kind === 'same' ? (
            <SameStretch key={hunk.start} run={run} address={right} entries={hunk.entries} />
          ) : (
            <ChangeHunk
              key={hunk.start}
              hunk={hunk}
              label={words('diff.change', { at: changes.indexOf(hunk) + 1, count: changes.length })}
              elementRef={steps.refOf(hunk.start)}
            />
          ),
        )}
      </div>
    </>
  );
}
