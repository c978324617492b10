import { SafeText } from '../ui/SafeText.tsx';
import styles from './PathNotes.module.css';

/** A fact about some paths, which are named when it is opened. Nothing where there are none. */
export function PathNotes({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details className={styles.notes}>
      <summary>{title}</summary>
      <ul className={styles.list}>
        {lines.map(line => (
          <li key={line}>
            <SafeText text={line} />
          </li>
        ))}
      </ul>
    </details>
  );
}
