import * as Popover from '@radix-ui/react-popover';
import { TriangleAlert } from 'lucide-react';
import type { CarriedProblem } from '../../shared/errorWords.ts';
import { words, wordsOfProblem } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import styles from './RunProblems.module.css';

/** Problems that belong to no single scene, behind a button that counts them. */
export function RunProblems({ problems }: { problems: readonly CarriedProblem[] }) {
  if (problems.length === 0) return null;
  const label = words('app.problems', { count: problems.length });
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button look="quiet" className={styles.button} aria-label={label} title={label}>
          <TriangleAlert size={13} aria-hidden />
          {problems.length}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={styles.sheet} sideOffset={4} collisionPadding={8} align="start">
          <p className={styles.heading}>{label}</p>
          <ul className={styles.list}>
            {problems.map((problem, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: problems have no identity of their own
              <li key={index}>
                <PhraseText text={wordsOfProblem(problem)} />
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
