import { useState } from 'react';
import type { MessageDiff } from '../../shared/diffMessages.ts';
import { useScene } from '../api/queries.ts';
import { words } from '../i18n/words.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { MessageCard, type SideTurns } from './MessageCard.tsx';
import styles from './SameStretch.module.css';

interface SameStretchProps {
  run: string;
  /** The right scene, from which the messages are taken when they are asked for. */
  address: string;
  entries: readonly MessageDiff[];
  turns: SideTurns;
}

const shownAtOnce = 30;

/** Messages that both sides have, folded; the diff does not carry them. */
export function SameStretch({ run, address, entries, turns }: SameStretchProps) {
  const [shown, setShown] = useState(0);
  const rest = entries.length - shown;
  return (
    <>
      <div className={styles.fold}>
        <span>{words('diff.sameMessages', { count: entries.length })}</span>
        <button
          type="button"
          className={styles.button}
          aria-expanded={shown > 0}
          onClick={() => setShown(shown > 0 ? 0 : shownAtOnce)}
        >
          {words(shown > 0 ? 'diff.hide' : 'diff.show')}
        </button>
      </div>
      {shown > 0 && (
        <SameMessages run={run} address={address} entries={entries.slice(0, shown)} turns={turns} />
      )}
      {shown > 0 && rest > 0 && (
        <button type="button" className={styles.button} onClick={() => setShown(shown + shownAtOnce)}>
          {words('diff.showMore', { count: rest })}
        </button>
      )}
    </>
  );
}

function SameMessages({ run, address, entries, turns }: SameStretchProps) {
  const scene = useScene(run, address);
  if (scene.status === 'loading') return <Spinner />;
  if (scene.status === 'problem') return <ProblemNote problem={scene.problem} onRetry={scene.retry} />;
  const messages = scene.value.checkpoint?.messages ?? [];
  return entries.map(entry => {
    const message = messages[entry.rightIndex ?? -1];
    return (
      message && <MessageCard key={entry.rightIndex} entry={{ ...entry, right: message }} turns={turns} />
    );
  });
}
