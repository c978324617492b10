import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classNames } from './classNames.ts';

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the one thing to do; `quiet` has no frame until it is pointed at. */
  look?: 'plain' | 'primary' | 'quiet';
}

/** A button with words, perhaps with an icon before them. */
export function Button({ look = 'plain', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={classNames(styles.button, styles[look], className)} {...rest} />;
}
