import { describe, expect, test } from 'vitest';
import { isSingleKey, keyEntries } from './keyMap.ts';
import { commandOfPress, commandOnTurn, keyOfPress } from './keyPress.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', true>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
const anywhere = { isTyping: false, areSingleKeysOn: true };

describe('the table', () => {
  test('no key has two meanings in one place', () => {
    const everywhere = keyEntries.flatMap(({ keys }) => keys);
    expect(everywhere.filter((key, index) => everywhere.indexOf(key) !== index)).toEqual([]);
    const onTurn = keyEntries.flatMap(entry => entry.onTurn ?? []);
    expect(onTurn.filter((key, index) => onTurn.indexOf(key) !== index)).toEqual([]);
  });

  test('what works while typing is never a single key', () => {
    const keys = keyEntries.filter(entry => entry.whileTyping).flatMap(entry => entry.keys);
    expect(keys).toEqual(['F3', 'Shift+F3', 'Mod+k']);
    expect(keys.filter(isSingleKey)).toEqual([]);
  });
});

describe('reading a key press', () => {
  test.each([
    [press('p'), 'p'],
    [press('M', { shiftKey: true }), 'M'],
    [press('P'), 'p'],
    [press('m', { shiftKey: true }), 'M'],
    [press('?', { shiftKey: true }), '?'],
    [press('k', { ctrlKey: true }), 'Mod+k'],
    [press('K', { metaKey: true }), 'Mod+k'],
    [press('k', { ctrlKey: true, shiftKey: true }), null],
    [press('p', { altKey: true }), null],
    [press('ArrowLeft'), 'ArrowLeft'],
    [press('Enter', { shiftKey: true }), 'Shift+Enter'],
    [press('F3'), 'F3'],
    [press('F3', { shiftKey: true }), 'Shift+F3'],
  ])('%o is %s', (event, key) => expect(keyOfPress(event)).toBe(key));
});

describe('the command of a key press', () => {
  test('anywhere on the page', () => {
    expect(commandOfPress(press('d'), anywhere)).toBe('diffPinned');
    expect(commandOfPress(press('k', { ctrlKey: true }), anywhere)).toBe('palette');
    expect(commandOfPress(press('d', { ctrlKey: true }), anywhere)).toBeNull();
    expect(commandOfPress(press('ArrowLeft'), anywhere)).toBeNull();
    expect(commandOfPress(press('z'), anywhere)).toBeNull();
  });

  test('nothing is asked for while typing, but the palette', () => {
    const asked = keyEntries
      .flatMap(({ keys }) => keys)
      .filter(isSingleKey)
      .filter(key => commandOfPress(press(key, { shiftKey: true }), { ...anywhere, isTyping: true }));
    expect(asked).toEqual([]);
    expect(commandOfPress(press('k', { metaKey: true }), { ...anywhere, isTyping: true })).toBe('palette');
    expect(commandOfPress(press('F3', { shiftKey: true }), { ...anywhere, isTyping: true })).toBe(
      'previousHit',
    );
  });

  test('single keys can be switched off', () => {
    const off = { isTyping: false, areSingleKeysOn: false };
    expect([...'/?pdMn ,'].map(key => commandOfPress(press(key), off)).filter(Boolean)).toEqual([]);
    expect(commandOfPress(press('k', { ctrlKey: true }), off)).toBe('palette');
  });

  test('on a turn of the graph', () => {
    expect(commandOnTurn(press('ArrowLeft'))).toBe('previousTurn');
    expect(commandOnTurn(press('k'))).toBe('previousTurn');
    expect(commandOnTurn(press(' '))).toBe('showTurn');
    expect(commandOnTurn(press('Enter'))).toBe('inspector');
    expect(commandOnTurn(press('z'))).toBe('foldHere');
    expect(commandOnTurn(press('Enter', { shiftKey: true }))).toBeNull();
    expect(commandOnTurn(press('p'))).toBe('pin');
    expect(commandOnTurn(press('ArrowLeft', { altKey: true }))).toBeNull();
  });
});
