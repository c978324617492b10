import { Unplug } from 'lucide-react';
import { useConnection } from '../api/connection.ts';
import { words } from '../i18n/words.ts';
import styles from './ConnectionNote.module.css';

/** Says, once a lost connection does not come back at once, what that means for what is on the page. */
export function ConnectionNote() {
  const isOffline = useConnection() === 'offline';
  return (
    <div role="status" className={isOffline ? styles.note : undefined}>
      {isOffline && (
        <>
          <Unplug size={14} aria-hidden className={styles.icon} />
          {words('app.offlineNote')}
        </>
      )}
    </div>
  );
}
