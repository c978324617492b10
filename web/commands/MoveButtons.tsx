import { words } from '../i18n/words.ts';
import type { Act } from '../selection/selection.ts';
import { Button } from '../ui/Button.tsx';
import styles from './MoveButtons.module.css';

interface MoveButtonsProps {
  act: Act;
  /** Only files go back: there is nothing to go on with. */
  isFilesOnly: boolean;
  isMoving: boolean;
  /** Null while no plan is on screen for what is filled in. */
  onMove: ((go: boolean) => void) | null;
  onOther: () => void;
}

const labels = {
  rewind: { go: 'commands.rewindAndGoOn', stay: 'commands.rewindOnly', busy: 'commands.rewinding' },
  fork: { go: 'commands.forkAndGoOn', stay: 'commands.forkOnly', busy: 'commands.forking' },
} as const;

/** Do it and go on, only do it, or the other way to go back. */
export function MoveButtons({ act, isFilesOnly, isMoving, onMove, onOther }: MoveButtonsProps) {
  const { go, stay, busy } = labels[act];
  const disabled = onMove === null || isMoving;
  const isRestore = isFilesOnly && act === 'rewind';
  return (
    <div className={styles.buttons}>
      {!isRestore && (
        <Button look="primary" className={styles.primary} disabled={disabled} onClick={() => onMove?.(true)}>
          {words(isMoving ? busy : go)}
        </Button>
      )}
      <Button
        look={isRestore ? 'primary' : 'plain'}
        className={styles.primary}
        disabled={disabled}
        onClick={() => onMove?.(false)}
      >
        {words(isRestore ? 'commands.restoreFilesOnly' : stay)}
      </Button>
      <button type="button" className={styles.other} onClick={onOther}>
        {words(act === 'rewind' ? 'commands.forkInstead' : 'commands.rewindInstead')}
      </button>
    </div>
  );
}
