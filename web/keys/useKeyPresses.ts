import { useEffect } from 'react';
import { handlerOf } from './commandHandlers.ts';
import { commandOfPress, isInDialog, isTyping } from './keyPress.ts';
import { areSingleKeysOn } from './singleKeys.ts';

/** Listens for the keys of the table on the whole page and does what their commands do now. */
export function useKeyPresses(): void {
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function press(event: KeyboardEvent): void {
  // Whoever has the focus comes first, and what lies over the page takes all keys.
  if (event.defaultPrevented || event.isComposing || isInDialog(event.target)) return;
  if (event.key === ' ' && event.target !== document.body) return;
  const command = commandOfPress(event, {
    isTyping: isTyping(event.target),
    areSingleKeysOn: areSingleKeysOn(),
  });
  const handler = command && handlerOf(command);
  if (!handler) return;
  event.preventDefault();
  handler();
}
