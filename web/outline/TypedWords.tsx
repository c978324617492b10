import { words } from '../i18n/words.ts';
import styles from './TypedWords.module.css';

/** The words that are typed to go to a row, and how many rows have them; said aloud, too. */
export function TypedWords({ words: typed }: { words: { text: string; count: number } | null }) {
  return (
    <div className={styles.place} role="status">
      {typed && (
        <p className={styles.words}>
          {typed.text === ''
            ? words('outline.typeWords')
            : words('outline.typed', { text: typed.text, count: typed.count })}
        </p>
      )}
    </div>
  );
}
