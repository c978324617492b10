import type { ComponentProps, ReactNode } from 'react';
import styles from './BarButton.module.css';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';

interface BarButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  icon: ReactNode;
  label: string;
}

/** A button of the top bar: where that has little room only its icon is drawn, and the words stay its name. */
export function BarButton({ icon, label, title = label, className, ...rest }: BarButtonProps) {
  return (
    <Button aria-label={label} title={title} className={classNames(styles.button, className)} {...rest}>
      {icon}
      <span className={styles.label}>{label}</span>
    </Button>
  );
}
