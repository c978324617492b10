import { useState } from 'react';
import { words } from '../i18n/words.ts';
import styles from './ChangeHunk.module.css';
import type { DiffHunk } from './diffHunks.ts';
import { MessageCard } from './MessageCard.tsx';

interface ChangeHunkProps {
  hunk: DiffHunk;
  label: string;
  elementRef: (element: HTMLElement | null) => void;
}

const shownAtOnce = 20;

/** Neighbouring messages that differ. Takes the focus when it is gone to. */
export function ChangeHunk({ hunk, label, elementRef }: ChangeHunkProps) {
  const [shown, setShown] = useState(shownAtOnce);
  const rest = hunk.entries.length - shown;
  return (
    <section ref={elementRef} className={styles.hunk} aria-label={label} tabIndex={-1}>
      {hunk.entries.slice(0, shown).map(entry => (
        <MessageCard key={`${entry.leftIndex}:${entry.rightIndex}`} entry={entry} />
      ))}
      {rest > 0 && (
        <button type="button" className={styles.button} onClick={() => setShown(shown + shownAtOnce)}>
          {words('diff.showMore', { count: rest })}
        </button>
      )}
    </section>
  );
}
