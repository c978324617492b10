import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from '../ui/classNames.ts';
import { usePrinting } from '../ui/useSize.ts';
import styles from './Fold.module.css';

/** A part that is opened when somebody wants it; only then is it made. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isUnfolded, setOpen] = useState(false);
  const isOpen = usePrinting() || isUnfolded;
  return (
    <div className={styles.fold}>
      <button
        type="button"
        data-printed
        className={styles.head}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight className={classNames(styles.arrow, isOpen && styles.down)} aria-hidden />
        {title}
      </button>
      {isOpen && <div className={styles.content}>{children}</div>}
    </div>
  );
}
