import { ChevronDown, ChevronUp } from 'lucide-react';
import { words } from '../i18n/words.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './StepButtons.module.css';
import { useShownDiff } from './shownDiff.ts';

/** To the next change and the one before, and which of them was gone to. */
export function StepButtons() {
  const { steps } = useShownDiff();
  if (steps.count === 0) return null;
  return (
    <span className={styles.steps}>
      <span className={styles.position} role="status">
        {steps.at >= 0 && words('diff.position', { at: steps.at + 1, count: steps.count })}
      </span>
      <IconButton
        label={words('diff.previous')}
        aria-keyshortcuts={ariaKeysOf('previousChange')}
        disabled={steps.at <= 0}
        onClick={steps.previous}
      >
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton
        label={words('diff.next')}
        aria-keyshortcuts={ariaKeysOf('nextChange')}
        disabled={steps.at === steps.count - 1}
        onClick={steps.next}
      >
        <ChevronDown aria-hidden />
      </IconButton>
    </span>
  );
}
