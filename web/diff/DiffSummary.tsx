import { ChevronDown, ChevronUp } from 'lucide-react';
import type { DiffReply } from '../api/queries.ts';
import { formatTokens } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { classNames } from '../ui/classNames.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './DiffSummary.module.css';
import { callDifference } from './diffHunks.ts';
import type { ChangeSteps } from './useChangeSteps.ts';

/** The diff in numbers, and the steps from change to change. */
export function DiffSummary({ reply, steps }: { reply: DiffReply; steps: ChangeSteps }) {
  const { summary, entries } = reply.diff;
  const calls = callDifference(entries);
  const tokens = reply.right.tokensUsed - reply.left.tokensUsed;
  return (
    <div className={styles.summary}>
      <span className={styles.facts}>
        <span>{words('diff.same', { count: summary.same })}</span>
        <Count kind="added" count={summary.added} />
        <Count kind="removed" count={summary.removed} />
        <Count kind="changed" count={summary.changed} />
        {tokens !== 0 && (
          <span>{words('diff.tokens', { count: Math.abs(tokens), difference: signed(tokens) })}</span>
        )}
        {calls.added > 0 && <span>{words('diff.callsAdded', { count: calls.added })}</span>}
        {calls.removed > 0 && <span>{words('diff.callsRemoved', { count: calls.removed })}</span>}
      </span>
      {steps.count > 0 && (
        <span className={styles.steps}>
          <span className={styles.position} role="status">
            {steps.at >= 0 && words('diff.position', { at: steps.at + 1, count: steps.count })}
          </span>
          <IconButton
            label={words('diff.previous')}
            aria-keyshortcuts={ariaKeysOf('previousChange')}
            disabled={steps.at <= 0}
            onClick={steps.previous}
          >
            <ChevronUp aria-hidden />
          </IconButton>
          <IconButton
            label={words('diff.next')}
            aria-keyshortcuts={ariaKeysOf('nextChange')}
            disabled={steps.at === steps.count - 1}
            onClick={steps.next}
          >
            <ChevronDown aria-hidden />
          </IconButton>
        </span>
      )}
    </div>
  );
}

function Count({ kind, count }: { kind: 'added' | 'removed' | 'changed'; count: number }) {
  return <span className={classNames(count > 0 && styles[kind])}>{words(`diff.${kind}`, { count })}</span>;
}

function signed(tokens: number): string {
  return `${tokens < 0 ? '−' : '+'}${formatTokens(Math.abs(tokens))}`;
}
