import { GitFork, Undo2 } from 'lucide-react';
import { memo, useMemo } from 'react';
import { words } from '../i18n/words.ts';
import { Mark } from '../ui/Mark.tsx';
import type { StripSign, StripTurn } from './buckets.ts';
import styles from './Strip.module.css';
import { type Tick, ticksOf } from './ticks.ts';

/** Above the bars: where branches were forked, where rewinds led, what people put there, and what is worth a look. */
export const StripTicks = memo(function StripTicks({
  turns,
  pitch,
}: {
  turns: readonly StripTurn[];
  pitch: number;
}) {
  const ticks = useMemo(() => ticksOf(turns, pitch), [turns, pitch]);
  return ticks.map(tick => <TickView key={tick.from.id} tick={tick} />);
});

function TickView({ tick }: { tick: Tick }) {
  const label = wordsOfTick(tick);
  return (
    <span role="img" aria-label={label} title={label} className={styles.tick} style={{ left: tick.middle }}>
      {tick.counts.map(({ sign, count }) => (
        <span key={sign} className={styles.sign}>
          <SignDrawing sign={sign} />
          {count > 1 && count}
        </span>
      ))}
    </span>
  );
}

const SIGN = 10;

function SignDrawing({ sign }: { sign: StripSign }) {
  if (sign === 'fork') return <GitFork size={SIGN} aria-hidden />;
  if (sign === 'rewind') return <Undo2 size={SIGN} aria-hidden />;
  return <Mark mark={sign} decorative size={SIGN} />;
}

/** `Turn 14: A branch was forked here, bookmark`; of several turns `Turns 10 to 40: 3 forks, 1 note`. */
function wordsOfTick({ from, to, counts }: Tick): string {
  const what = counts.map(({ sign, count }) => words(`strip.${sign}`, { count })).join(', ');
  return from === to
    ? words('strip.tick', { turn: String(from.turn), what })
    : words('strip.tickOfMany', { first: String(from.turn), last: String(to.turn), what });
}
