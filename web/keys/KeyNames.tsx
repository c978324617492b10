import styles from './KeyNames.module.css';
import { isMac, namesOfKey } from './keyNames.ts';

/** A key of the table as a keyboard names it. */
export function KeyNames({ of }: { of: string }) {
  return (
    <span className={styles.keys}>
      {namesOfKey(of, isMac()).map(name => (
        <kbd key={name} className={styles.key}>
          {name}
        </kbd>
      ))}
    </span>
  );
}
