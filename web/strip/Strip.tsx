import { useMemo, useRef } from 'react';
import { formatTokens } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import { useSize } from '../ui/useSize.ts';
import { type Bucket, bucketsOf, numbersOf, type StripTurn, stripScale, turnAt } from './buckets.ts';
import styles from './Strip.module.css';
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
}

/** Tokens per turn over the whole run, where the marks lie, and the part that the graph shows. */
export function Strip(props: StripProps) {
  const { turns, columnCount, turnCount, inView, onShow, onChoose, selected, colour } = props;
  const area = useRef<HTMLDivElement>(null);
  const { width } = useSize(area);
  const { pitch, perBucket } = stripScale(columnCount, width);
  const buckets = useMemo(() => bucketsOf(turns, perBucket), [turns, perBucket]);
  const most = Math.max(1, ...buckets.map(bucket => bucket.tokens));
  const pointer = useStripPointer({
    pitch,
    inView,
    onShow,
    onClick: at => {
      const turn = turnAt(turns, at, perBucket);
      if (turn) onChoose(turn.id);
    },
  });
  const chosen = turns.find(turn => turn.id === selected);
  return (
    <section className={styles.strip} aria-label={words('strip.label')}>
      <div className={styles.heading}>
        <strong>{words('strip.turns', { count: turnCount })}</strong>
        <span>{words('strip.about')}</span>
      </div>
      <div ref={area} className={styles.area} {...pointer}>
        {turns.map(
          turn =>
            turn.isCompacted && (
              <Compaction key={turn.id} left={turn.column * pitch} room={width - turn.column * pitch} />
            ),
        )}
        {buckets.map(bucket => (
          <Bar
            key={bucket.first}
            bucket={bucket}
            pitch={pitch}
            share={bucket.tokens / most}
            isInView={bucket.last + 0.5 > inView.first && bucket.first + 0.5 < inView.last}
            colour={colour}
          />
        ))}
        {numbersOf(turns, pitch).map(({ column, turn }) => (
          <span key={column} className={styles.number} style={{ left: (column + 0.5) * pitch }}>
            {turn}
          </span>
        ))}
        {chosen && (
          <span className={styles.chosen} style={{ left: (chosen.column + 0.5) * pitch }} aria-hidden />
        )}
        <ViewWindow inView={inView} columnCount={columnCount} pitch={pitch} onShow={onShow} />
      </div>
    </section>
  );
}

interface BarProps {
  bucket: Bucket;
  pitch: number;
  /** Height as a part of the highest bar. */
  share: number;
  isInView: boolean;
  colour: number;
}

const SHOWN_MARKS = 2;

/** Room that the word wants before the right edge, in pixels. */
const COMPACTION_ROOM = 70;

/** Where a summary took the place of what was before, which is why the bars fall. */
function Compaction({ left, room }: { left: number; room: number }) {
  return (
    <span className={styles.compaction} style={{ left }} title={words('strip.compactedAbout')}>
      <span className={classNames(styles.compactionWord, room < COMPACTION_ROOM && styles.turned)}>
        {words('strip.compacted')}
      </span>
    </span>
  );
}

function Bar({ bucket, pitch, share, isInView, colour }: BarProps) {
  const { first, last, tokens, marks, look } = bucket;
  const width = (last - first + 1) * pitch;
  const gap = Math.min(10, width * 0.32);
  const shown = marks.slice(0, width >= 24 ? SHOWN_MARKS : 1);
  return (
    <div
      className={styles.column}
      style={{ left: first * pitch, width }}
      title={words('strip.bar', { turn: String(first), tokens: formatTokens(tokens) })}
    >
      <div
        className={classNames(styles.bar, styles[look], !isInView && styles.outside)}
        style={{
          height: `max(2px, ${share * 100}%)`,
          marginInline: gap / 2,
          ...(look === 'line' && { background: `var(--lane-${colour})` }),
        }}
      />
      <div className={styles.marks}>
        {shown.map(mark => (
          <Mark key={mark} mark={mark} decorative size={Math.min(9, Math.max(5, width - 1))} />
        ))}
      </div>
    </div>
  );
}
