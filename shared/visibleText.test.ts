import { expect, test } from 'vitest';
import { visiblePieces, visibleText } from './visibleText.ts';

test.each([
  ['\u001b[2J\u001b[1Arm -rf /', '␛[2J␛[1Arm -rf /'],
  ['ok\u202Etxt.exe', 'ok[U+202E]txt.exe'],
  ['\u0000\u0007\u007f', '␀␇␡'],
  ['a\u200bb\ufeff', 'a[U+200B]b[U+FEFF]'],
  ['tag\u{E0041}\u{E0142}', 'tag[U+E0041][U+E0142]'],
  ['pay\u200dpal\u3164', 'pay[U+200D]pal[U+3164]'],
  ['half \ud800 pair', 'half [U+D800] pair'],
  ['line\r\nline\rend', 'line\nline␍end'],
])('%j shows as %j', (text, expected) => {
  expect(visibleText(text)).toBe(expected);
});

test.each(['tab\tand\nline', 'שלום', '👩‍👩‍👧 क्‍ष', '<img src=x onerror=alert(1)>', '\ufffd'])(
  '%j is left as it is',
  text => {
    expect(visiblePieces(text)).toEqual([{ text, sign: false }]);
  },
);

test('signs side by side are one piece', () => {
  expect(visiblePieces('a\u0000\u0007b')).toEqual([
    { text: 'a', sign: false },
    { text: '␀␇', sign: true },
    { text: 'b', sign: false },
  ]);
});

test('an empty text has no pieces', () => {
  expect(visiblePieces('')).toEqual([]);
});
