import { type ReactNode, useMemo, useRef } from 'react';
import { formatPercent } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { useSize } from '../ui/useSize.ts';
import { bucketsOf, type StripTurn, stripScale, turnAt } from './buckets.ts';
import styles from './Strip.module.css';
import { StripBars } from './StripBars.tsx';
import { useStripPointer } from './useStripPointer.ts';
import { ViewWindow } from './ViewWindow.tsx';

interface StripProps {
  turns: readonly StripTurn[];
  columnCount: number;
  /** Turns of the line that is drawn, for the heading. */
  turnCount: number;
  /** Columns that the graph shows, as fractions. */
  inView: { first: number; last: number };
  /** Asks the graph to show a column in its middle. */
  onShow: (column: number) => void;
  /** A turn was clicked, by its bar or its mark. */
  onChoose: (id: string) => void;
  /** The turn that is looked at. */
  selected: string | null;
  /** `--lane-<colour>` of the bars that belong to one line alone. */
  colour: number;
  /** How full the context of the turn that is looked at was, of 1; null where that is not known. */
  contextShare: number | null;
  /** Stands at the end of the heading. */
  controls: ReactNode;
}

/** Tokens per turn over the whole run, where the marks lie, and the part that the graph shows. */
export function Strip(props: StripProps) {
  const { turns, columnCount, turnCount, inView, onShow, onChoose, selected, colour } = props;
  const { contextShare, controls } = props;
  const area = useRef<HTMLDivElement>(null);
  const { width } = useSize(area);
  const { pitch, perBucket } = stripScale(columnCount, width);
  const buckets = useMemo(() => bucketsOf(turns, perBucket), [turns, perBucket]);
  const pointer = useStripPointer({
    pitch,
    inView,
    onShow,
    onClick: at => {
      const turn = turnAt(turns, at, perBucket);
      if (turn) onChoose(turn.id);
    },
  });
  const chosen = useMemo(() => turns.find(turn => turn.id === selected), [turns, selected]);
  return (
    <section className={styles.strip} aria-label={words('strip.label')}>
      <div className={styles.heading}>
        <strong>{words('strip.turns', { count: turnCount })}</strong>
        <span>{words('strip.about')}</span>
        {contextShare !== null && (
          <span>{words('strip.context', { percent: formatPercent(contextShare) })}</span>
        )}
        <div className={styles.controls}>{controls}</div>
      </div>
      <div ref={area} className={styles.area} {...pointer}>
        <StripBars
          turns={turns}
          buckets={buckets}
          pitch={pitch}
          width={width}
          colour={colour}
          firstInView={buckets.findIndex(bucket => bucket.last + 0.5 > inView.first)}
          lastInView={buckets.findLastIndex(bucket => bucket.first + 0.5 < inView.last)}
        />
        {chosen && (
          <span className={styles.chosen} style={{ left: (chosen.column + 0.5) * pitch }} aria-hidden />
        )}
        <ViewWindow inView={inView} columnCount={columnCount} pitch={pitch} onShow={onShow} />
      </div>
    </section>
  );
}
