import type { ReactNode } from 'react';
import { classNames } from '../ui/classNames.ts';
import styles from './ColumnsRow.module.css';

interface ColumnsRowProps {
  /** What the row is about; stands before the columns, on a narrow page above them. */
  label: ReactNode;
  /** One per column. */
  children: ReactNode;
  className?: string | undefined;
}

/** What each side has of one thing, one beside the other. The sheet around it says how many there are (`--count`). */
export function ColumnsRow({ label, children, className }: ColumnsRowProps) {
  return (
    <div className={classNames(styles.row, className)}>
      <div className={styles.label}>{label}</div>
      {children}
    </div>
  );
}

/** A row of facts: its name, and what is true of each side. Stands in a `dl`. */
export function FactRow({
  label,
  sides,
  children,
}: {
  label: ReactNode;
  sides: readonly string[];
  children: readonly ReactNode[];
}) {
  return (
    <div className={classNames(styles.row, styles.fact)}>
      <dt className={styles.label}>{label}</dt>
      {sides.map((side, index) => (
        <dd key={side} className={styles.value} data-side={side}>
          {children[index] ?? '—'}
        </dd>
      ))}
    </div>
  );
}
