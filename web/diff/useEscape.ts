import { useEffect } from 'react';
import { isInDialog, isTyping } from '../keys/keyPress.ts';

/** Escape leaves, unless a field has the focus or something that lay above has closed with it. */
export function useEscape(leave: (() => void) | null) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || isTyping(event.target) || isInDialog(event.target);
      if (event.key === 'Escape' && !isTaken) leave?.();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
