import { expect, test } from 'vitest';
import { canOpenBrowser } from './openBrowser.ts';

test('a browser is opened only where a person sits before one', () => {
  expect(canOpenBrowser({ DISPLAY: ':0' }, 'linux', true)).toBe(true);
  expect(canOpenBrowser({}, 'darwin', true)).toBe(true);
  expect(canOpenBrowser({}, 'linux', true)).toBe(false);
  expect(canOpenBrowser({ DISPLAY: ':0', CI: 'true' }, 'linux', true)).toBe(false);
  expect(canOpenBrowser({ DISPLAY: ':0' }, 'linux', false)).toBe(false);
});
