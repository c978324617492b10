import type { ComponentProps } from 'react';
import { classNames } from './classNames.ts';
import styles from './TextButton.module.css';

/** A button that stands in a line of text, as a link would. */
export function TextButton({ className, type = 'button', ...rest }: ComponentProps<'button'>) {
  return <button type={type} className={classNames(styles.button, className)} {...rest} />;
}
