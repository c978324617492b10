import type { RunInfo } from '../../shared/rows.ts';
import { words } from '../i18n/words.ts';
import styles from './ImportNote.module.css';

/** Says of a transcript that acting on it makes a run of it first; of anything else nothing. */
export function ImportNote({ run }: { run: RunInfo }) {
  return run.kind === 'transcript' ? <p className={styles.note}>{words('commands.importFirst')}</p> : null;
}
