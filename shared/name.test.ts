import fc from 'fast-check';
import { expect, test } from 'vitest';
import { problemOfName, slugFromTitle } from './name.ts';

test.each(['main', 'plan-b', '2026-01-02', 'a', 'v1.2_x'])('%s is a name', name => {
  expect(problemOfName(name)).toBeNull();
});

test.each([
  '',
  '..',
  '.hidden',
  'a/b',
  'a\\b',
  'C:\\x',
  '/abs',
  'a\0b',
  'con',
  'NUL.txt',
  'a..b',
  'end.',
  'ü',
  'x'.repeat(81),
  '%2e%2e',
  ' a',
])('%j is none', name => expect(problemOfName(name)).not.toBeNull());

test.each([
  ['Fix the failing invoice test', 'fix-the-failing-invoice-test'],
  ['2026-01-02T03:04:05 con/..\\x', '2026-01-02t03-04-05-con-x'],
  ['con', 'run'],
  ['日本語', 'run'],
  ['Crème brûlée', 'creme-brulee'],
])('%j becomes %s', (title, slug) => expect(slugFromTitle(title, 'run')).toBe(slug));

test('any title gives a safe name', () => {
  const isSafe = (title: string) => problemOfName(slugFromTitle(title, 'run')) === null;
  fc.assert(fc.property(fc.string({ unit: 'binary' }), isSafe));
});
