import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type CarriedProblem, wordsOfProblem } from '../../shared/errorWords.ts';
import { words } from '../i18n/words.ts';
import { Button } from './Button.tsx';
import styles from './ProblemNote.module.css';
import { SafeText } from './SafeText.tsx';

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
        <SafeText text={wordsOfProblem(problem)} />
        {children}
      </div>
      {onRetry && <Button onClick={onRetry}>{words('ui.retry')}</Button>}
    </div>
  );
}
