import { words } from '../i18n/words.ts';
import { type Command, keyEntries } from './keyMap.ts';

const signs: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: 'Enter',
};

/** What to press for a key of the table, one after the other: `['Ctrl', 'K']`, `['Shift', 'M']`, `['←']`. */
export function namesOfKey(key: string, isMac: boolean): string[] {
  const [, held, rest] = /^(?:(Mod|Shift)\+)?(.+)$/s.exec(key) ?? [];
  const name = rest ?? key;
  if (held === 'Shift') return [words('keys.shift'), name];
  if (held) return [isMac ? '⌘' : 'Ctrl', name.toUpperCase()];
  if (name === ' ') return [words('keys.space')];
  if (/^\p{Lu}$/u.test(name)) return [words('keys.shift'), name];
  return [signs[name] ?? name];
}

/** The key that a command has while a turn of the graph has the focus: its own there, else the one it has everywhere. */
export function namesOnTurn(command: Command): string {
  const entry = keyEntries.find(row => row.command === command);
  const [key] = entry?.onTurn ?? entry?.keys ?? [];
  return key === undefined ? '' : namesOfKey(key, isMac()).join(' ');
}

/** The keys of a command as `aria-keyshortcuts` writes them; undefined for one that no key asks for. */
export function ariaKeysOf(command: Command): string | undefined {
  const keys = keyEntries.find(entry => entry.command === command)?.keys ?? [];
  const written = keys.map(key => {
    if (key === ' ') return 'Space';
    if (/^\p{Lu}$/u.test(key)) return `Shift+${key}`;
    return key.startsWith('Mod+') ? `Control+${key.slice(4).toUpperCase()}` : key;
  });
  return written.length === 0 ? undefined : written.join(' ');
}

/** Whether the keyboard has ⌘. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
