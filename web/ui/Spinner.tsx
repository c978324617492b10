import { words } from '../i18n/words.ts';
import styles from './Spinner.module.css';

/** Something is on its way. It shows itself only after a moment, so that quick replies do not flicker. */
export function Spinner({ label = words('ui.loading') }: { label?: string }) {
  return (
    <div className={styles.spinner} role="status">
      <span className={styles.wheel} aria-hidden />
      <span>{label}</span>
    </div>
  );
}
