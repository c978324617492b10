import { useMemo } from 'react';
import type { CompareJob } from '../content/comparing.ts';
import { JsonTree } from '../content/JsonTree.tsx';
import { TextOutcome } from '../content/TextDiffView.tsx';
import { COMPARE_LIMIT_MS, useCompared } from '../content/useCompared.ts';
import { words } from '../i18n/words.ts';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './BlockDiffView.module.css';
import { JsonDiffTree } from './JsonDiffTree.tsx';
import { useShownDiff } from './shownDiff.ts';

/** `json`: two JSON values. `output`: what two calls gave, compared as JSON where both are. */
type ValueDiffProps =
  | { kind: 'json'; left: unknown; right: unknown }
  | { kind: 'output'; left: string; right: string };

/** Two values compared by their structure; outputs that are no JSON line by line. */
export function ValueDiff(props: ValueDiffProps) {
  const { ignoreSpace } = useShownDiff();
  const job = useJob(props, ignoreSpace);
  return (
    <div className={styles.value}>
      <Outcome job={job} />
    </div>
  );
}

/** The same object as long as the same is compared. */
function useJob({ kind, left, right }: ValueDiffProps, ignoreSpace: boolean): CompareJob {
  return useMemo(
    () =>
      kind === 'output' && typeof left === 'string' && typeof right === 'string'
        ? { kind, left, right, ignoreSpace }
        : { kind: 'json', left, right, ignoreSpace },
    [kind, left, right, ignoreSpace],
  );
}

function Outcome({ job }: { job: CompareJob }) {
  const { isSplit } = useShownDiff();
  const outcome = useCompared(job, true);
  const found = outcome?.kind === 'found' ? outcome.found : null;
  switch (found?.kind) {
    case 'json':
      return <JsonDiffTree root={found.diff.root} />;
    case 'same':
      return <p className={styles.note}>{words('diff.sameJson')}</p>;
    case 'json-as-text':
      return (
        <>
          <p className={styles.note} role="note">
            {words('diff.jsonAsText')}
          </p>
          <TextOutcome outcome={outcome} left={found.left} right={found.right} isSplit={isSplit} />
        </>
      );
  }
  if (job.kind !== 'json') {
    return <TextOutcome outcome={outcome} left={job.left} right={job.right} isSplit={isSplit} />;
  }
  if (outcome === null) return <Spinner label={words('content.comparing')} />;
  return (
    <>
      <p className={styles.note} role="note">
        {outcome.kind === 'too-slow'
          ? words('content.tooSlow', { count: COMPARE_LIMIT_MS / 1000 })
          : words('content.notCompared')}
      </p>
      <JsonTree value={job.left} openDepth={0} />
      <JsonTree value={job.right} openDepth={0} />
    </>
  );
}
