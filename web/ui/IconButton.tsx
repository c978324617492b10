import type { ComponentProps } from 'react';
import { classNames } from './classNames.ts';
import styles from './IconButton.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does: its accessible name and its tooltip. */
  label: string;
}

/** A square button with only an icon. */
export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classNames(styles.button, className)}
      {...rest}
    />
  );
}
