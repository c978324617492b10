import type { AdoptionEntry } from '../../shared/adoption.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { FileChanges } from '../files/FileChanges.tsx';
import { words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { entryWords, summaryWords, textLeftOutWords } from './adoptWords.ts';
import styles from './PlannedEntries.module.css';

interface PlannedEntriesProps {
  entries: readonly AdoptionEntry[];
  /** Above the conflicts: why they are left. */
  conflictsTitle: string;
  /** Conflicts that are written over all the same. */
  take: readonly string[];
  onTake: (take: string[]) => void;
}

/** What would happen to each path, with its diff; conflicts can be taken one by one. */
export function PlannedEntries({ entries, conflictsTitle, take, onTake }: PlannedEntriesProps) {
  const open = entries.filter(({ action }) => action === 'conflict').map(({ path }) => path);
  const conflicts = [...new Set([...take, ...open])].sort();
  const toggle = (path: string) =>
    onTake(conflicts.filter(other => take.includes(other) !== (other === path)));
  return (
    <>
      <p className={styles.summary}>{summaryWords(entries)}</p>
      <div className={styles.files}>
        <FileChanges
          label={words('adopt.files')}
          entries={entries.map(entry => ({
            change: entry,
            note: entryWords(entry),
            leftOut: textLeftOutWords(entry),
            isAlarming: entry.action === 'conflict',
          }))}
        />
      </div>
      {conflicts.length > 0 && (
        <fieldset className={styles.conflicts}>
          <legend>{conflictsTitle}</legend>
          {conflicts.map(path => (
            <label key={path} className={styles.conflict}>
              <input
                type="checkbox"
                aria-label={words('adopt.take', { path: visibleText(path) })}
                checked={take.includes(path)}
                onChange={() => toggle(path)}
              />
              <SafeText text={path} />
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
