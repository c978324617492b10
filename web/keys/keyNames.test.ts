import { expect, test } from 'vitest';
import { ariaKeysOf, namesOfKey } from './keyNames.ts';

test.each([
  ['Mod+k', ['Ctrl', 'K']],
  ['M', ['Shift', 'M']],
  ['m', ['m']],
  [' ', ['Space']],
  ['ArrowLeft', ['←']],
  ['Enter', ['Enter']],
  ['?', ['?']],
])('%s is pressed as %j', (key, names) => expect(namesOfKey(key, false)).toEqual(names));

test('a Mac has another key for Ctrl', () => {
  expect(namesOfKey('Mod+k', true)).toEqual(['⌘', 'K']);
});

test('for assistive technology', () => {
  expect(ariaKeysOf('palette')).toBe('Control+K');
  expect(ariaKeysOf('previousMark')).toBe('Shift+M');
  expect(ariaKeysOf('play')).toBe('Space');
  expect(ariaKeysOf('runs')).toBeUndefined();
});
