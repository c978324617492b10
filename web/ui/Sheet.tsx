import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './IconButton.tsx';
import styles from './Sheet.module.css';

interface SheetProps {
  title: string;
  about: string;
  /** Accessible name of the button that closes it. */
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog over the page, open as long as it is mounted. The browser's own: libraries bring a style element of
 * theirs, which the server's content security policy refuses.
 */
export function Sheet({ title, about, closeLabel, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it, as Escape does
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-about`}
      onCancel={onClose}
      onClick={event => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.inner}>
        <div className={styles.head}>
          <h2 id={`${id}-title`} className={styles.title}>
            {title}
          </h2>
          <IconButton label={closeLabel} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
        <p id={`${id}-about`} className={styles.about}>
          {about}
        </p>
        <div className={styles.body}>{children}</div>
      </div>
    </dialog>
  );
}
