import { Archive } from 'lucide-react';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import styles from './ArchivedSign.module.css';

/** Says that archived branches are left out, and shows them, or leaves them out again. */
export function ArchivedSign({ branches }: { branches: readonly string[] }) {
  const { archived, select } = useSelection();
  const isShown = archived === 'shown';
  if (branches.length === 0) return null;
  return (
    <span className={styles.sign}>
      <Archive size={12} aria-hidden />
      {words('adopt.sign', { count: branches.length })}
      <button
        type="button"
        className={styles.show}
        aria-pressed={isShown}
        title={words('adopt.showTitle', { branches: branches.map(visibleText).join(', ') })}
        onClick={() => select({ archived: isShown ? null : 'shown' }, { replace: true })}
      >
        {words(isShown ? 'adopt.hide' : 'adopt.show')}
      </button>
    </span>
  );
}
