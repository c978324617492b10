import type { TurnVerdict } from '../../shared/bisect.ts';
import { words } from '../i18n/words.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import styles from './VerdictButtons.module.css';

const labels = { good: 'notes.good', bad: 'notes.bad', skip: 'notes.skip' } as const;
const titles = { good: 'notes.goodTitle', bad: 'notes.badTitle', skip: 'notes.skipTitle' } as const;

interface VerdictButtonsProps {
  label: string;
  value: TurnVerdict | null;
  /** Those that are offered. */
  verdicts: readonly TurnVerdict[];
  /** Pressing the one that is on takes it away. */
  onChange: (verdict: TurnVerdict | null) => void;
}

/** What a person says of a turn: good, bad, or neither. */
export function VerdictButtons({ label, value, verdicts, onChange }: VerdictButtonsProps) {
  return (
    <fieldset className={styles.group} aria-label={label}>
      {verdicts.map(verdict => (
        <button
          key={verdict}
          type="button"
          className={classNames(styles.verdict, value === verdict && styles[verdict])}
          aria-pressed={value === verdict}
          aria-keyshortcuts={verdict === 'skip' ? undefined : ariaKeysOf(verdict)}
          title={words(titles[verdict])}
          onClick={() => onChange(value === verdict ? null : verdict)}
        >
          {verdict !== 'skip' && <Mark mark={verdict} decorative size={10} />}
          {words(labels[verdict])}
        </button>
      ))}
    </fieldset>
  );
}
