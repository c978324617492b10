import type { DiffReply } from '../api/queries.ts';
import { formatTokens } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import styles from './DiffSummary.module.css';
import { StepButtons } from './StepButtons.tsx';

/** The diff in one line: messages of each kind, tokens and calls on both sides, and the steps from change to change. */
export function DiffSummary({ reply: { diff, counts } }: { reply: DiffReply }) {
  const { summary } = diff;
  const { left, right } = counts;
  return (
    <div className={styles.summary}>
      <div className={styles.facts}>
        <span>{words('diff.same', { count: summary.same })}</span>
        <Count kind="added" count={summary.added} />
        <Count kind="removed" count={summary.removed} />
        <Count kind="changed" count={summary.changed} />
        {summary.moved > 0 && <Count kind="moved" count={summary.moved} />}
        <Total name={words('diff.inTokens')} left={left.tokens} right={right.tokens} format={formatTokens} />
        <Total name={words('diff.inCalls')} left={left.calls} right={right.calls} format={String} />
      </div>
      <StepButtons />
    </div>
  );
}

function Count({ kind, count }: { kind: 'added' | 'removed' | 'changed' | 'moved'; count: number }) {
  return <span className={classNames(count > 0 && styles[kind])}>{words(`diff.${kind}`, { count })}</span>;
}

interface TotalProps {
  name: string;
  left: number;
  right: number;
  format: (count: number) => string;
}

/** `tokens 174k → 256k (+81.9k)`; one number where both sides have the same. */
function Total({ name, left, right, format }: TotalProps) {
  const difference = `${right < left ? '−' : '+'}${format(Math.abs(right - left))}`;
  return (
    <span className={styles.total}>
      <span className={styles.name}>{name}</span>{' '}
      {left === right
        ? format(left)
        : words('diff.fromTo', { left: format(left), right: format(right), difference })}
    </span>
  );
}
