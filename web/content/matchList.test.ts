import { expect, test } from 'vitest';
import { matchList } from './matchList.ts';

test('matches are grouped by file, lines around them told apart', () => {
  const text = [
    'src/a.ts-11-function sum() {',
    'src/a.ts:12:  return 1: 2;',
    '--',
    'src/b.ts:3:sum();',
    '(the first 2 matches)',
  ];
  expect(matchList(text.join('\n'))).toEqual({
    groups: [
      {
        file: 'src/a.ts',
        lines: [
          { line: '11', text: 'function sum() {', isContext: true },
          { line: '12', text: '  return 1: 2;', isContext: false },
        ],
      },
      { file: 'src/b.ts', lines: [{ line: '3', text: 'sum();', isContext: false }] },
    ],
    count: 2,
    notes: ['(the first 2 matches)'],
  });
});

test('a search of one file names none', () => {
  expect(matchList('12:one\n15:two')?.groups.map(group => group.file)).toEqual(['']);
});

test.each(['No match.', 'src/a.ts\nsrc/b.ts', 'a sentence: with 12:30 in it'])('"%s" is no list', text => {
  expect(matchList(text)).toBeNull();
});
