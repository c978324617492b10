import type { ComponentProps, ReactNode } from 'react';
import styles from './BarButton.module.css';
import { Button } from './Button.tsx';

interface BarButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  icon: ReactNode;
  label: string;
}

/** A button of the top bar: on a narrow page only its icon is drawn, and the words stay its name. */
export function BarButton({ icon, label, title = label, ...rest }: BarButtonProps) {
  return (
    <Button aria-label={label} title={title} {...rest}>
      {icon}
      <span className={styles.label}>{label}</span>
    </Button>
  );
}
