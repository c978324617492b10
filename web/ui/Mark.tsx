import type { ReactNode } from 'react';
import type { MarkKind } from '../../shared/turnFilter.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { classNames } from './classNames.ts';
import styles from './Mark.module.css';

/** Each mark has a shape of its own, so that it can be told without its colour. Drawn on a square of 12. */
const shapes: Record<MarkKind, ReactNode> = {
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
  illegal: (
    <path
      d="M3.8.8h4.4l3 3v4.4l-3 3H3.8l-3-3V3.8ZM5.2 2.8l.3 3.8h1l.3-3.8ZM5.2 7.6v1.6h1.6V7.6Z"
      fill="currentColor"
      fillRule="evenodd"
    />
  ),
  remark: (
    <path
      d="M.8 6C2.6 3.2 4.2 2.2 6 2.2S9.4 3.2 11.2 6C9.4 8.8 7.8 9.8 6 9.8S2.6 8.8.8 6ZM6 4.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2Z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
    />
  ),
  bookmark: (
    <path d="M6 .6 7.6 4.1l3.8.4-2.8 2.6.8 3.8L6 9 2.6 10.9l.8-3.8L.6 4.5l3.8-.4Z" fill="currentColor" />
  ),
  note: (
    <path
      d="M1.3 1.6h9.4v6.6H6.2L3.6 10.6V8.2H1.3ZM3.6 4h4.8M3.6 5.9h3"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      strokeLinejoin="round"
    />
  ),
  good: <path d="M1.4 6.4 4.6 9.6 10.6 2.6" fill="none" stroke="currentColor" strokeWidth="2" />,
  bad: <path d="M2 2l8 8M10 2 2 10" fill="none" stroke="currentColor" strokeWidth="2" />,
  compaction: <path d="M1 1.4 5.4 6 1 10.6ZM11 1.4 6.6 6l4.4 4.6Z" fill="currentColor" />,
  'left-behind': <path d="M.5 6h2.8M4.6 6h2.8M8.7 6h2.8" stroke="currentColor" strokeWidth="1.6" />,
};

const labels: Record<MarkKind, WordKey & `ui.mark${string}`> = {
  error: 'ui.markError',
  dangling: 'ui.markDangling',
  external: 'ui.markExternal',
  waiting: 'ui.markWaiting',
  simulated: 'ui.markSimulated',
  damaged: 'ui.markDamaged',
  'not-captured': 'ui.markNotCaptured',
  edited: 'ui.markEdited',
  illegal: 'ui.markIllegal',
  remark: 'ui.markRemark',
  bookmark: 'ui.markBookmark',
  note: 'ui.markNote',
  good: 'ui.markGood',
  bad: 'ui.markBad',
  compaction: 'ui.markCompaction',
  'left-behind': 'ui.markLeftBehind',
};

/** The word for a mark, as chips, names and tooltips use it. */
export function labelOfMark(mark: MarkKind): string {
  return words(labels[mark]);
}

interface MarkProps {
  mark: MarkKind;
  /** Set where words beside it say the same. */
  decorative?: boolean;
  /** Side in pixels. */
  size?: number;
}

/** The shape of a mark for a drawing that shows it many times: `<use href="#id" className={classOfMark(mark)}>`. */
export function MarkSymbol({ mark, id }: { mark: MarkKind; id: string }) {
  return (
    <symbol id={id} viewBox="0 0 12 12">
      {shapes[mark]}
    </symbol>
  );
}

/** The colour of a mark. */
export function classOfMark(mark: MarkKind): string {
  return classNames(styles.mark, styles[mark]);
}

/** The drawn sign of a mark, in its colour. */
export function Mark({ mark, decorative = false, size = 12 }: MarkProps) {
  const label = labelOfMark(mark);
  const drawing = (
    <svg className={styles.drawing} width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
      {shapes[mark]}
    </svg>
  );
  const className = classOfMark(mark);
  if (decorative) return <span className={className}>{drawing}</span>;
  return (
    <span className={className} role="img" aria-label={label} title={label}>
      {drawing}
    </span>
  );
}
