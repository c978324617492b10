import type { BranchState } from '../../shared/rows.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { classNames } from './classNames.ts';
import styles from './StatePill.module.css';

const looks = {
  running: { word: 'app.stateRunning', look: 'live' },
  waiting: { word: 'app.stateWaiting', look: 'waiting' },
  done: { word: 'app.stateDone', look: 'done' },
  stopped: { word: 'app.stateStopped', look: 'still' },
  failed: { word: 'app.stateFailed', look: 'failed' },
  refused: { word: 'app.stateRefused', look: 'failed' },
  'context-full': { word: 'app.stateContextFull', look: 'failed' },
  invalid: { word: 'app.stateInvalid', look: 'failed' },
  limit: { word: 'app.stateLimit', look: 'waiting' },
  interrupted: { word: 'app.stateInterrupted', look: 'waiting' },
} as const satisfies Record<BranchState, { word: WordKey; look: string }>;

/** The state of a branch or a run, in a word. */
export function StatePill({ state }: { state: BranchState }) {
  const { word, look } = looks[state];
  return (
    <span className={classNames(styles.pill, styles[look])}>
      <span className={styles.dot} aria-hidden />
      {words(word)}
    </span>
  );
}
