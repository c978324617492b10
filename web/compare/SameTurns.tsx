import { words } from '../i18n/words.ts';
import { ColumnsRow } from './ColumnsRow.tsx';
import styles from './SameTurns.module.css';

interface SameTurnsProps {
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** Stands for turns that are the same on all sides. */
export function SameTurns({ count, isOpen, onToggle }: SameTurnsProps) {
  return (
    <ColumnsRow label="" className={styles.row}>
      <span className={styles.sign}>
        {words('compare.sameTurns', { count })}
        <button type="button" className={styles.button} aria-expanded={isOpen} onClick={onToggle}>
          {words(isOpen ? 'compare.hide' : 'compare.show')}
        </button>
      </span>
    </ColumnsRow>
  );
}
