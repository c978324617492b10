import { useMemo } from 'react';
import { isEmptyDiff } from '../../shared/diffMessages.ts';
import { type DiffReply, useDiff } from '../api/queries.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { ChangeHunk } from './ChangeHunk.tsx';
import { DiffHeader } from './DiffHeader.tsx';
import { DiffSummary } from './DiffSummary.tsx';
import styles from './DiffView.module.css';
import { changedIndices, diffHunks } from './diffHunks.ts';
import type { SideTurns } from './MessageCard.tsx';
import { SameStretch } from './SameStretch.tsx';
import { useChangeSteps } from './useChangeSteps.ts';
import { useEscape } from './useEscape.ts';

interface DiffViewProps {
  run: string;
  /** Addresses of the two scenes. */
  left: string;
  right: string;
  /** Which turns added their messages. */
  turns: SideTurns;
}

/** What differs between the `messages` of two scenes of a run, in one column. */
export function DiffView({ run, left, right, turns }: DiffViewProps) {
  const { select } = useSelection();
  const loaded = useDiff(run, left, right);
  useEscape(() => select({ diff: null }));
  return (
    <section className={styles.view} aria-label={words('diff.label')}>
      <DiffHeader left={left} right={right} />
      {loaded.status === 'loading' && <Spinner />}
      {loaded.status === 'problem' && (
        <div className={styles.problem}>
          <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />
        </div>
      )}
      {loaded.status === 'ready' && <DiffBody run={run} right={right} turns={turns} reply={loaded.value} />}
    </section>
  );
}

interface DiffBodyProps extends Omit<DiffViewProps, 'left'> {
  reply: DiffReply;
}

function DiffBody({ run, right, turns, reply }: DiffBodyProps) {
  const { entries } = reply.diff;
  const hunks = useMemo(() => diffHunks(entries), [entries]);
  const changed = useMemo(() => changedIndices(entries), [entries]);
  const steps = useChangeSteps(changed);
  return (
    <>
      <DiffSummary reply={reply} steps={steps} />
      <div className={styles.entries}>
        {isEmptyDiff(reply.diff) && <EmptyState title={words('diff.noChange')} />}
        {hunks.map(hunk =>
          hunk.kind === 'same' ? (
            <SameStretch key={hunk.start} run={run} address={right} entries={hunk.entries} turns={turns} />
          ) : (
            <ChangeHunk
              key={hunk.start}
              hunk={hunk}
              turns={turns}
              steps={steps}
              firstStep={changed.indexOf(hunk.start)}
            />
          ),
        )}
      </div>
    </>
  );
}
