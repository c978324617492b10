import { Ban, Star } from 'lucide-react';
import type { Column } from '../../shared/compare/comparison.ts';
import { useChangeNotes, useNotes } from '../api/notes.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import styles from './BranchVerdict.module.css';
import { entryOfBranch } from './entryOfBranch.ts';
import { sideName } from './sideName.ts';

const verdicts = [
  { verdict: 'chosen', Icon: Star, word: 'compare.prefer', name: 'compare.preferBranch' },
  { verdict: 'rejected', Icon: Ban, word: 'compare.reject', name: 'compare.rejectBranch' },
] as const;

/** What a person says of a branch, kept in its run: the one to take, or one to leave. Pressing it again takes it back. */
export function BranchVerdict({ column }: { column: Column }) {
  const loaded = useNotes(column.run);
  const changing = useChangeNotes(column.run);
  const present = loaded.status === 'ready' ? entryOfBranch(loaded.value.record, column)?.verdict : null;
  const judge = (verdict: 'chosen' | 'rejected') =>
    changing.mutate([
      { kind: 'branch-verdict', branch: column.branch, verdict: present === verdict ? null : verdict },
    ]);
  return verdicts.map(({ verdict, Icon, word, name }) => {
    const isOn = present === verdict;
    return (
      <button
        key={verdict}
        type="button"
        className={classNames(styles.verdict, isOn && styles[verdict])}
        aria-label={words(name, { branch: sideName(column) })}
        title={words(name, { branch: sideName(column) })}
        aria-pressed={isOn}
        disabled={loaded.status !== 'ready'}
        onClick={() => judge(verdict)}
      >
        <Icon size={13} aria-hidden fill={isOn && verdict === 'chosen' ? 'currentColor' : 'none'} />
        <span className={styles.word}>{words(word)}</span>
      </button>
    );
  });
}
