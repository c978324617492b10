import { expect, test } from 'vitest';
import { searchQueryFrom, withSwitched } from './howToSearch.ts';

test('letters switch on, and off again', () => {
  expect(withSwitched(null, 'w')).toBe('w');
  expect(withSwitched('w', 'c')).toBe('cw');
  expect(withSwitched('cw', 'w')).toBe('c');
  expect(withSwitched('c', 'c')).toBeNull();
});

test('the query says what they mean', () => {
  expect(searchQueryFrom('tax', 'cp')).toEqual({
    text: 'tax',
    matchCase: true,
    wholeWord: false,
    isPattern: true,
  });
});
