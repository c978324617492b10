import { CircleX, TriangleAlert } from 'lucide-react';
import type { PreflightNote } from '../../shared/plan.ts';
import { words, wordsOfProblem } from '../i18n/words.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import styles from './PreflightNotes.module.css';

/** A scene from which it would go well, and what the person said after it. */
export type EarlierPlace = NonNullable<PreflightNote['earlier']>;

interface PreflightNotesProps {
  notes: readonly PreflightNote[];
  onEarlier: (place: EarlierPlace) => void;
}

/** What settings and history make of each other: what refuses the move, what is to be weighed, and a way round. */
export function PreflightNotes({ notes, onEarlier }: PreflightNotesProps) {
  if (notes.length === 0) return null;
  return (
    <ul className={styles.notes} aria-label={words('commands.preflight')}>
      {notes.map(note => (
        <Note
          key={`${note.problem.code} ${wordsOfProblem(note.problem)}`}
          note={note}
          onEarlier={onEarlier}
        />
      ))}
    </ul>
  );
}

function Note({
  note: { severity, problem, earlier },
  onEarlier,
}: {
  note: PreflightNote;
  onEarlier: (place: EarlierPlace) => void;
}) {
  const Icon = severity === 'error' ? CircleX : TriangleAlert;
  return (
    <li className={styles[severity]}>
      <Icon className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <strong>
          {words(severity === 'error' ? 'commands.preflightError' : 'commands.preflightWarning')}
        </strong>{' '}
        <PhraseText text={wordsOfProblem(problem)} />
        {earlier && (
          <>
            {' '}
            <button type="button" className={styles.way} onClick={() => onEarlier(earlier)}>
              <PhraseText text={words('commands.preflightEarlier', { address: earlier.address })} />
            </button>
          </>
        )}
      </div>
    </li>
  );
}
