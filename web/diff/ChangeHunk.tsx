import { useState } from 'react';
import { words } from '../i18n/words.ts';
import styles from './ChangeHunk.module.css';
import type { DiffHunk } from './diffHunks.ts';
import { MessageCard, type SideTurns } from './MessageCard.tsx';
import type { ChangeSteps } from './useChangeSteps.ts';

interface ChangeHunkProps {
  hunk: DiffHunk;
  turns: SideTurns;
  steps: ChangeSteps;
  /** Place of its first message among all changes, from 0. */
  firstStep: number;
}

const shownAtOnce = 20;

/** Neighbouring messages that differ. Each takes the focus when it is gone to. */
export function ChangeHunk({ hunk, turns, steps, firstStep }: ChangeHunkProps) {
  const [opened, setOpened] = useState(shownAtOnce);
  const goneTo = Math.min(hunk.entries.length, steps.at - firstStep + 1);
  const shown = Math.max(opened, goneTo);
  const rest = hunk.entries.length - shown;
  return (
    <div className={styles.hunk}>
      {hunk.entries.slice(0, shown).map((entry, index) => (
        <MessageCard
          key={`${entry.leftIndex}:${entry.rightIndex}`}
          entry={entry}
          turns={turns}
          step={{
            label: words('diff.change', { at: firstStep + index + 1, count: steps.count }),
            elementRef: steps.refOf(hunk.start + index),
          }}
        />
      ))}
      {rest > 0 && (
        <button type="button" className={styles.button} onClick={() => setOpened(shown + shownAtOnce)}>
          {words('diff.showMore', { count: rest })}
        </button>
      )}
    </div>
  );
}
