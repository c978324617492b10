import { wholeSceneLimit } from '../../shared/leftOut.ts';
import { words } from '../i18n/words.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import styles from './PastLeftOut.module.css';

interface PastLeftOutProps {
  /** Characters. */
  count: number;
  isFetching: boolean;
  onFetch: () => void;
}

/** Says that long parts of the past did not come with the scene, and fetches them where they are not too much. */
export function PastLeftOut({ count, isFetching, onFetch }: PastLeftOutProps) {
  if (count > wholeSceneLimit) {
    return <p className={styles.note}>{words('inspector.pastTooLarge', { count })}</p>;
  }
  return (
    <p className={styles.note}>
      {words('inspector.pastLeftOut', { count })}{' '}
      {isFetching ? (
        <Spinner label={words('inspector.loadingWhole')} />
      ) : (
        <TextButton onClick={onFetch}>{words('inspector.fetchPast')}</TextButton>
      )}
    </p>
  );
}
