import { ChevronDown, ChevronUp } from 'lucide-react';
import { words } from '../i18n/words.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './TurnControls.module.css';
import type { DifferenceSteps } from './useDifferenceSteps.ts';

interface TurnControlsProps {
  onlyDifferences: boolean;
  onOnlyDifferences: (isOn: boolean) => void;
  steps: DifferenceSteps;
}

/** Folds what is the same, and goes from difference to difference. */
export function TurnControls({ onlyDifferences, onOnlyDifferences, steps }: TurnControlsProps) {
  return (
    <div className={styles.controls}>
      <label className={styles.only}>
        <input
          type="checkbox"
          checked={onlyDifferences}
          aria-keyshortcuts={ariaKeysOf('onlyChanges')}
          onChange={event => onOnlyDifferences(event.currentTarget.checked)}
        />
        {words('compare.onlyDifferences')}
      </label>
      <span className={styles.position} role="status">
        {steps.at >= 0
          ? words('compare.position', { at: steps.at + 1, count: steps.count })
          : words('compare.differenceCount', { count: steps.count })}
      </span>
      <IconButton
        label={words('compare.previousDifference')}
        aria-keyshortcuts={ariaKeysOf('previousChange')}
        disabled={steps.at <= 0}
        onClick={steps.previous}
      >
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton
        label={words('compare.nextDifference')}
        aria-keyshortcuts={ariaKeysOf('nextChange')}
        disabled={steps.count === 0 || steps.at === steps.count - 1}
        onClick={steps.next}
      >
        <ChevronDown aria-hidden />
      </IconButton>
    </div>
  );
}
