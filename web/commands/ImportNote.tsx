import type { RunInfo } from '../../shared/rows.ts';
import { useImporting } from '../api/importing.ts';
import { words } from '../i18n/words.ts';
import styles from './ImportNote.module.css';

/** Says of a transcript that acting on it makes a run of it first, and how far that is; of anything else nothing. */
export function ImportNote({ run }: { run: RunInfo }) {
  const importing = useImporting(run.id);
  if (run.kind !== 'transcript') return null;
  if (!importing) return <p className={styles.note}>{words('commands.importFirst')}</p>;
  const { scenes, ofScenes } = importing;
  const told = words('commands.importedSoFar', { count: ofScenes, done: scenes });
  return (
    <p className={styles.note}>
      <progress
        className={styles.bar}
        aria-label={words('commands.importing')}
        aria-valuetext={told}
        value={scenes}
        max={ofScenes}
      />{' '}
      {told}
    </p>
  );
}
