import { useEffect } from 'react';
import { isTyping } from './useChangeSteps.ts';

/** Escape leaves, unless a field has the focus or something that lay above has closed with it. */
export function useEscape(leave: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event.target)) leave();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
