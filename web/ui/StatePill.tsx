import type { BranchState } from '../../shared/rows.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { classNames } from './classNames.ts';
import styles from './StatePill.module.css';

const looks = {
  running: { word: 'ui.stateRunning', look: 'live' },
  waiting: { word: 'ui.stateWaiting', look: 'waiting' },
  done: { word: 'ui.stateDone', look: 'done' },
  stopped: { word: 'ui.stateStopped', look: 'still' },
  failed: { word: 'ui.stateFailed', look: 'failed' },
  refused: { word: 'ui.stateRefused', look: 'failed' },
  'context-full': { word: 'ui.stateContextFull', look: 'failed' },
  invalid: { word: 'ui.stateInvalid', look: 'failed' },
  limit: { word: 'ui.stateLimit', look: 'waiting' },
  interrupted: { word: 'ui.stateInterrupted', look: 'waiting' },
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
