import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FileChange } from '../../shared/capture.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { TextDiffView } from '../content/TextDiffView.tsx';
import { type WordKey, words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './FileChanges.module.css';

/** A change with what else is to be said about it. */
export interface NotedChange {
  change: FileChange;
  note?: ReactNode;
  /** Stands below its text: what of it is not shown. */
  leftOut?: string | null;
  /** Drawn as something that needs a look. */
  isAlarming?: boolean;
}

/** Files with what changes in each; the text of a change is compared when it is opened. */
export function FileChanges({ label, entries }: { label: string; entries: readonly NotedChange[] }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {entries.map(entry => (
        <FileLine key={entry.change.path} {...entry} />
      ))}
    </ul>
  );
}

const changeWords = {
  created: 'files.created',
  changed: 'files.changed',
  deleted: 'files.deleted',
  mode: 'files.mode',
  kind: 'files.kind',
} as const satisfies Record<FileChange['change'], WordKey>;

function FileLine({ change, note, leftOut = null, isAlarming = false }: NotedChange) {
  const [open, setOpen] = useState(false);
  const { path, before, after } = change;
  const hasText = before !== null || after !== null;
  return (
    <li className={styles.file}>
      <button
        type="button"
        data-printed
        className={styles.line}
        aria-expanded={open}
        aria-label={words('files.showDiff', { path: visibleText(path) })}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight className={classNames(styles.chevron, open && styles.open)} aria-hidden />
        <span className={styles.path}>
          <SafeText text={path} />
        </span>
        <span className={classNames(styles.change, isAlarming ? styles.alarming : styles[change.change])}>
          {note ?? words(changeWords[change.change])}
        </span>
      </button>
      {open && (
        <div className={styles.diff}>
          {hasText && <TextDiffView left={before ?? ''} right={after ?? ''} byLines />}
          {!hasText && leftOut === null && <p className={styles.none}>{words('files.noDiff')}</p>}
          {leftOut !== null && <p className={styles.none}>{leftOut}</p>}
        </div>
      )}
    </li>
  );
}
