import type { Column } from '../../shared/compare/comparison.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { AnswerText } from './AnswerText.tsx';
import styles from './OutcomeFacts.module.css';
import { PlaceLink } from './PlaceLink.tsx';
import { spentDetails, spentWords } from './spentWords.ts';

/** What the person told this side after the common past. */
export function PlanFact({ column }: { column: Column }) {
  const { plan } = column;
  if (plan === null) return words('compare.nothingSaid');
  return (
    <span className={styles.line}>
      <q className={styles.plan}>
        <SafeText text={plan.words} />
      </q>
      {plan.at && <PlaceLink column={column} at={plan.at} />}
    </span>
  );
}

/** The last words of the model, where it came to an end. */
export function AnswerFact({ column }: { column: Column }) {
  const { answer } = column;
  if (answer === null) return <span className={styles.muted}>—</span>;
  return (
    <span className={styles.line}>
      <AnswerText text={answer.text} leftOut={answer.leftOut} />
      <PlaceLink column={column} at={answer.at} />
    </span>
  );
}

/** What it took after the common past. */
export function SpentFact({ column: { spent } }: { column: Column }) {
  return (
    <span className={styles.numbers} title={spentDetails(spent)}>
      {spentWords(spent)}
    </span>
  );
}

/** How many of something there are, and the way to the first. */
export function CountFact({ column, of, text }: { column: Column; of: Column['errors']; text: string }) {
  return (
    <span className={styles.line}>
      <span className={of.count > 0 ? styles.failed : styles.muted}>{text}</span>
      {of.first && <PlaceLink column={column} at={of.first} />}
    </span>
  );
}

const unknownFiles = {
  'not-captured': 'compare.filesNotCaptured',
  'capture-failed': 'compare.filesCaptureFailed',
  damaged: 'compare.filesDamaged',
} as const;

/** How many files the side added, changed and deleted. */
export function FilesFact({ column: { files } }: { column: Column }) {
  if (files.state === 'unknown') {
    return <span className={styles.muted}>{words(unknownFiles[files.why])}</span>;
  }
  const counts = [
    files.added > 0 && words('compare.filesAdded', { count: files.added }),
    files.changed > 0 && words('compare.filesChanged', { count: files.changed }),
    files.deleted > 0 && words('compare.filesDeleted', { count: files.deleted }),
  ].filter(part => part !== false);
  return (
    <span className={classNames(counts.length === 0 && styles.muted)}>
      {counts.length === 0 ? words('compare.filesNone') : counts.join(', ')}
    </span>
  );
}
