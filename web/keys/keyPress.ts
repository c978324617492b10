import { type Command, isSingleKey, keyEntries } from './keyMap.ts';

/** What a key press is read from. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** A key press in the writing of the table; null where it belongs to the browser or the system. */
export function keyOfPress({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return shiftKey ? null : `Mod+${key.toLowerCase()}`;
  // Not by what Caps Lock made of it.
  if (/^\p{L}$/u.test(key)) return shiftKey ? key.toUpperCase() : key.toLowerCase();
  // With Shift a sign is another sign already; a key with a name is the same one, and then means something else.
  return shiftKey && !isSingleKey(key) ? `Shift+${key}` : key;
}

interface Circumstances {
  isTyping: boolean;
  /** The person left single keys switched on. */
  areSingleKeysOn: boolean;
}

/** The command of a key press anywhere on the page. */
export function commandOfPress(
  press: KeyPress,
  { isTyping, areSingleKeysOn }: Circumstances,
): Command | null {
  const key = keyOfPress(press);
  if (key === null || (isSingleKey(key) && !areSingleKeysOn)) return null;
  const entry = keyEntries.find(({ keys }) => keys.includes(key));
  return entry && (!isTyping || entry.whileTyping) ? entry.command : null;
}

/** The command of a key press on a turn of the graph; there even single keys cannot be pressed unmeant. */
export function commandOnTurn(press: KeyPress): Command | null {
  const key = keyOfPress(press);
  if (key === null) return null;
  const entry =
    keyEntries.find(({ onTurn }) => onTurn?.includes(key)) ??
    keyEntries.find(({ keys }) => keys.includes(key));
  return entry?.command ?? null;
}

/** Whether a key press goes into a field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"]') !== null)
  );
}

/** Whether something lies over the page and takes the keys. */
export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog, [role="dialog"]') !== null;
}
