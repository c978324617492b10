import type { ComponentProps } from 'react';
import styles from './Chip.module.css';
import { classNames } from './classNames.ts';

interface ChipProps extends ComponentProps<'button'> {
  /** Whether what it stands for is switched on. */
  pressed?: boolean;
}

/** A round button that switches something on and off: a filter, a legend entry. */
export function Chip({ pressed = false, className, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={classNames(styles.chip, pressed && styles.pressed, className)}
      {...rest}
    />
  );
}
