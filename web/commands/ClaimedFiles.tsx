import type { Plan } from '../../shared/plan.ts';
import { words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './ClaimedFiles.module.css';
import { doubtfulPaths } from './planWords.ts';

interface ClaimedFilesProps {
  plan: Plan;
  claimed: readonly string[];
  onChange: (claimed: string[]) => void;
}

/** Files that changed while the run was cut off, nobody knows by whom: the person may say that they are the run's. */
export function ClaimedFiles({ plan, claimed, onChange }: ClaimedFilesProps) {
  const paths = [...new Set([...claimed, ...doubtfulPaths(plan)])].sort();
  if (paths.length === 0) return null;
  const toggle = (path: string) =>
    onChange(paths.filter(other => claimed.includes(other) !== (other === path)));
  return (
    <fieldset className={styles.files}>
      <legend className={styles.title}>{words('commands.claimTitle')}</legend>
      {paths.map(path => (
        <label key={path} className={styles.file}>
          <input type="checkbox" checked={claimed.includes(path)} onChange={() => toggle(path)} />
          <SafeText text={path} />
        </label>
      ))}
    </fieldset>
  );
}
