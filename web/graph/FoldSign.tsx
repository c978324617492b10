import { FoldHorizontal } from 'lucide-react';
import type { NodeProps } from 'reactflow';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import styles from './FoldSign.module.css';
import type { FoldFlowNode } from './flowNodes.ts';
import type { FoldLabel } from './foldWords.ts';
import { PassivePorts } from './PassivePorts.tsx';

const MOST_MARKS = 3;

/** Stands for turns that are folded away, and opens them; where they are open, closes them again. */
export function FoldSign({ id, data }: NodeProps<FoldFlowNode>) {
  const { fold, label, level, dimmed } = data;
  const isChip = level === 'chips';
  const look = classNames(styles.fold, isChip && styles.chip, dimmed && styles.dimmed);
  return (
    <>
      <PassivePorts />
      <button
        type="button"
        data-fold={id}
        aria-expanded={fold.isOpen}
        aria-label={label.name}
        title={label.name}
        className={fold.isOpen ? styles.handle : look}
      >
        {fold.isOpen ? <FoldHorizontal aria-hidden /> : <FoldWords label={label} isChip={isChip} />}
      </button>
    </>
  );
}

/** How many turns, why, and which marks they carry. */
function FoldWords({ label, isChip }: { label: FoldLabel; isChip: boolean }) {
  return (
    <>
      <span className={styles.count}>{isChip ? label.short : label.count}</span>
      {!isChip && label.why !== '' && <span className={styles.why}>{label.why}</span>}
      {label.marks.length > 0 && (
        <span className={styles.marks}>
          {label.marks.slice(0, MOST_MARKS).map(({ mark, count }) => (
            <span key={mark} className={styles.mark}>
              <Mark mark={mark} decorative size={isChip ? 16 : 10} />
              {!isChip && count}
            </span>
          ))}
        </span>
      )}
    </>
  );
}
