import { memo } from 'react';
import { formatTokenCount } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import { type Bucket, numbersOf, type StripTurn } from './buckets.ts';
import styles from './Strip.module.css';
import { StripTicks } from './StripTicks.tsx';

interface StripBarsProps {
  turns: readonly StripTurn[];
  buckets: readonly Bucket[];
  pitch: number;
  /** Of the strip, in pixels. */
  width: number;
  colour: number;
  /** The buckets that the graph shows, by their positions. */
  firstInView: number;
  lastInView: number;
}

/** What stands still while the graph is panned: bars, marks and numbers. Drawn anew only where one comes into view. */
export const StripBars = memo(function StripBars(props: StripBarsProps) {
  const { turns, buckets, pitch, width, colour, firstInView, lastInView } = props;
  const most = buckets.reduce((highest, bucket) => Math.max(highest, bucket.tokens), 1);
  return (
    <>
      {turns.map(
        turn =>
          turn.isCompacted && (
            <Compaction key={turn.id} left={turn.column * pitch} room={width - turn.column * pitch} />
          ),
      )}
      {buckets.map((bucket, at) => (
        <Bar
          key={bucket.first}
          bucket={bucket}
          pitch={pitch}
          share={bucket.tokens / most}
          isInView={firstInView >= 0 && at >= firstInView && at <= lastInView}
          colour={colour}
        />
      ))}
      <StripTicks turns={turns} pitch={pitch} />
      {numbersOf(turns, pitch).map(({ column, turn }) => (
        <span key={column} className={styles.number} style={{ left: (column + 0.5) * pitch }}>
          {turn}
        </span>
      ))}
    </>
  );
});

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

const Bar = memo(function Bar({ bucket, pitch, share, isInView, colour }: BarProps) {
  const { first, last, tokens, marks, look, isAhead } = bucket;
  const width = (last - first + 1) * pitch;
  const gap = Math.min(10, width * 0.32);
  const shown = marks.slice(0, width >= 24 ? SHOWN_MARKS : 1);
  return (
    <div
      className={styles.column}
      style={{ left: first * pitch, width }}
      title={words('strip.bar', { turn: String(first), tokens: formatTokenCount(tokens) })}
    >
      <div
        className={classNames(styles.bar, styles[look], !isInView && styles.outside, isAhead && styles.ahead)}
        style={{
          height: `max(2px, ${share * 100}%)`,
          marginInline: gap / 2,
          ...(look === 'line' && { background: `var(--lane-${colour})` }),
        }}
      />
      <div className={classNames(styles.marks, isAhead && styles.ahead)}>
        {shown.map(mark => (
          <Mark key={mark} mark={mark} decorative size={Math.min(9, Math.max(5, width - 1))} />
        ))}
      </div>
    </div>
  );
});
