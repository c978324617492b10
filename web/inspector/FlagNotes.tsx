import type { SceneFlag } from '../../shared/rows.ts';
import { type WordKey, words } from '../i18n/words.ts';
import styles from './FlagNotes.module.css';

const notes = {
  truncated: 'inspector.flagTruncated',
  paused: 'inspector.flagPaused',
  refused: 'inspector.flagRefused',
  'context-full': 'inspector.flagContextFull',
  compaction: 'inspector.flagCompaction',
  interrupted: 'inspector.flagInterrupted',
  // `EditNotes` says it in full.
  edited: null,
  simulated: 'inspector.flagSimulated',
  thinking: null,
  'not-captured': null,
  illegal: null,
} as const satisfies Record<SceneFlag, WordKey | null>;

/** What else is to be known about a turn, in words. */
export function FlagNotes({ flags }: { flags: readonly SceneFlag[] }) {
  return flags.map(flag => {
    const key = notes[flag];
    return (
      key && (
        <p key={flag} className={styles.note}>
          {words(key)}
        </p>
      )
    );
  });
}
