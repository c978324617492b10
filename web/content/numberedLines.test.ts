import { expect, test } from 'vitest';
import { numberedLines } from './numberedLines.ts';

const drawn = (text: string) => numberedLines(text)?.map(({ number, text: line }) => `${number}|${line}`);

test('numbers part from the lines of the file, a note behind it stays', () => {
  expect(drawn('     1→# Title\n     2→\n     3→1→2\n\n<note>')).toEqual([
    '1|# Title',
    '2|',
    '3|1→2',
    '|',
    '|<note>',
  ]);
  expect(drawn('9\ta\n10\tb')).toEqual(['9|a', '10|b']);
});

test.each(['1→only', 'title\n1→a\n2→b', '1→a\nand more', '12 a\n13 b', ''])('"%s" is no such file', text => {
  expect(numberedLines(text)).toBeNull();
});
