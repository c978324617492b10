import { Bot, ChevronDown, ChevronRight } from 'lucide-react';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import type { Inside } from './foldWords.ts';
import styles from './InsideBadge.module.css';

interface InsideBadgeProps {
  inside: Inside;
  tabbable: boolean;
  isChip: boolean;
}

/** Hangs below a turn that called subagents: how many turns they took, and the way to open them inside the call. */
export function InsideBadge({ inside, tabbable, isChip }: InsideBadgeProps) {
  const { fold, isOpen, subagents, turns, marks, name } = inside;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-label={name}
      aria-expanded={isOpen}
      tabIndex={tabbable ? 0 : -1}
      data-fold={fold}
      title={name}
      className={classNames(styles.badge, isOpen && styles.open, isChip && styles.chip)}
    >
      <Bot aria-hidden className={styles.sign} />
      {subagents > 1 && <span>{subagents} ·</span>}
      <span>{isChip ? turns : words('graph.insideTurns', { count: turns })}</span>
      {marks.slice(0, 2).map(({ mark, count }) => (
        <span key={mark} className={styles.mark}>
          <Mark mark={mark} decorative size={isChip ? 16 : 10} />
          {count}
        </span>
      ))}
      <Arrow aria-hidden className={styles.sign} />
    </button>
  );
}
