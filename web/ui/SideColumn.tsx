import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { IconButton } from './IconButton.tsx';
import styles from './SideColumn.module.css';

interface SideColumnProps {
  /** Accessible name of the column. */
  label: string;
  /** Its head: the title, or what stands in its place. */
  head: ReactNode;
  /** Accessible name of the button that closes it. */
  closeLabel: string;
  closeIcon?: ReactNode;
  /** Whether Escape closes it. */
  isPassing?: boolean;
  /** For a column that takes the focus when what had it is gone. */
  ref?: Ref<HTMLElement>;
  onClose: () => void;
  children: ReactNode;
}

/** A list beside the graph: a region with a head and a button that closes it. */
export function SideColumn({
  label,
  head,
  closeLabel,
  closeIcon = <X aria-hidden />,
  isPassing = true,
  ref,
  onClose,
  children,
}: SideColumnProps) {
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isPassing || isInDialog(event.target)) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <section
      ref={ref}
      {...(ref && { tabIndex: -1 })}
      className={styles.column}
      aria-label={label}
      onKeyDown={closeOnEscape}
    >
      <div className={styles.head}>
        {head}
        <IconButton label={closeLabel} onClick={onClose}>
          {closeIcon}
        </IconButton>
      </div>
      {children}
    </section>
  );
}

/** A sheet that was opened from the column is inside it, and takes the key for itself. */
function isInDialog(target: EventTarget): boolean {
  return target instanceof Element && target.closest('dialog') !== null;
}

/** The title of a column that has no other head. */
export function SideTitle({ children }: { children: ReactNode }) {
  return <h2 className={styles.title}>{children}</h2>;
}
