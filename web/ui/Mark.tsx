import type { ReactNode } from 'react';
import type { Mark as MarkName } from '../../shared/runGraph.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { classNames } from './classNames.ts';
import styles from './Mark.module.css';

/** Each mark has a shape of its own, so that it can be told without its colour. Drawn on a square of 12. */
const shapes: Record<MarkName, ReactNode> = {
  error: <path d="M6 1.4 11.4 10.8H.6Z" fill="currentColor" />,
  dangling: (
    <circle
      cx="6"
      cy="6"
      r="4.4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeDasharray="2.1 1.35"
    />
  ),
  external: <path d="M1 1.6 11.4 6 1 10.4 3.4 6Z" fill="currentColor" />,
  waiting: <path d="M2.6 1.5h2.2v9H2.6zM7.2 1.5h2.2v9H7.2z" fill="currentColor" />,
  simulated: <path d="M6 1 11 6 6 11 1 6Z" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  damaged: (
    <path
      d="M2 .8h5.2L10 3.6v7.6H2zM4 5l4 4M8 5 4 9"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinejoin="round"
    />
  ),
  'not-captured': (
    <path d="M1.4 3.2h9.2v6.4H1.4zM1 11 11 1.6" fill="none" stroke="currentColor" strokeWidth="1.3" />
  ),
  edited: (
    <path d="M1.6 10.4 2.2 7.8 8.4 1.6l2 2L4.2 9.8Z" fill="none" stroke="currentColor" strokeWidth="1.3" />
  ),
};

const labels: Record<MarkName, WordKey & `ui.mark${string}`> = {
  error: 'ui.markError',
  dangling: 'ui.markDangling',
  external: 'ui.markExternal',
  waiting: 'ui.markWaiting',
  simulated: 'ui.markSimulated',
  damaged: 'ui.markDamaged',
  'not-captured': 'ui.markNotCaptured',
  edited: 'ui.markEdited',
};

/** The word for a mark, as chips, names and tooltips use it. */
export function labelOfMark(mark: MarkName): string {
  return words(labels[mark]);
}

interface MarkProps {
  mark: MarkName;
  /** Set where words beside it say the same. */
  decorative?: boolean;
  /** Side in pixels. */
  size?: number;
}

/** The drawn sign of a mark, in its colour. */
export function Mark({ mark, decorative = false, size = 12 }: MarkProps) {
  const label = labelOfMark(mark);
  const drawing = (
    <svg className={styles.drawing} width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
      {shapes[mark]}
    </svg>
  );
  const className = classNames(styles.mark, styles[mark]);
  if (decorative) return <span className={className}>{drawing}</span>;
  return (
    <span className={className} role="img" aria-label={label} title={label}>
      {drawing}
    </span>
  );
}
