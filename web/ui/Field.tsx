import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';

/** A drop-down of the browser in the look of the page. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select className={classNames(styles.input, styles.select, className)} {...rest} />;
}

/** A line of text. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames(styles.input, className)} {...rest} />;
}

/** Several lines of text. */
export function TextArea({ className, rows = 2, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={classNames(styles.input, styles.area, className)} {...rest} />;
}

/** A name before what it names, in one line. */
export function InlineField({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what it holds
    <label className={styles.inline}>
      <span>{label}</span>
      {children}
    </label>
  );
}
