import { type ConnectionState, useConnection } from '../api/connection.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import styles from './ConnectionSign.module.css';

const wordOf = {
  connecting: 'app.connecting',
  live: 'app.connectionLive',
  reconnecting: 'app.reconnecting',
  offline: 'app.offline',
} as const satisfies Record<ConnectionState, WordKey>;

/** How the event stream is doing: a dot while all is well, words otherwise. */
export function ConnectionSign() {
  const state = useConnection();
  const word = words(wordOf[state]);
  return (
    <span
      className={classNames(styles.sign, styles[state])}
      role="status"
      aria-label={words('app.connectionLabel', { state: word })}
      title={words('app.connectionLabel', { state: word })}
    >
      <span className={styles.dot} aria-hidden />
      {state !== 'live' && word}
    </span>
  );
}
