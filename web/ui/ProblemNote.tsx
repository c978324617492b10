import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CarriedProblem } from '../../shared/errorWords.ts';
import { words, wordsOfProblem } from '../i18n/words.ts';
import { Button } from './Button.tsx';
import { PhraseText } from './PhraseText.tsx';
import styles from './ProblemNote.module.css';

interface ProblemNoteProps {
  problem: CarriedProblem;
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
}

/** Says what went wrong and what can be done. */
export function ProblemNote({ problem, onRetry, children }: ProblemNoteProps) {
  return (
    <div className={styles.note} role="alert">
      <TriangleAlert className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <PhraseText text={wordsOfProblem(problem)} />
        {children}
      </div>
      {onRetry && <Button onClick={onRetry}>{words('ui.retry')}</Button>}
    </div>
  );
}
