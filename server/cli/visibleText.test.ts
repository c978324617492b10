import { expect, test } from 'vitest';
import { visibleText } from './visibleText.ts';

test('what could move the cursor or disguise a name becomes visible', () => {
  expect(visibleText('\u001b[2Jrm -rf /')).toBe('<001B>[2Jrm -rf /');
  expect(visibleText('ok\u202etxt.exe')).toBe('ok<202E>txt.exe');
  expect(visibleText('naïve 日本 🙂')).toBe('naïve 日本 🙂');
});
