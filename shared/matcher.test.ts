import { describe, expect, test } from 'vitest';
import { matcherOf } from './matcher.ts';
import type { SearchQuery } from './searchText.ts';

const plain: SearchQuery = { text: '', matchCase: false, wholeWord: false, isPattern: false };

function found(text: string, change: Partial<SearchQuery>): string[] {
  return [...matcherOf({ ...plain, ...change })(text)].map(([start, end]) => text.slice(start, end));
}

describe('plain text', () => {
  test('in any case, unless told apart', () => {
    expect(found('Tax tax TAX', { text: 'tax' })).toEqual(['Tax', 'tax', 'TAX']);
    expect(found('Tax tax TAX', { text: 'tax', matchCase: true })).toEqual(['tax']);
  });

  test('what is a pattern elsewhere is text here', () => {
    expect(found('a.b a+b (a|b) [a] a\\b a/b $& a-b', { text: 'a.b' })).toEqual(['a.b']);
    expect(found('(a|b)', { text: '(a|b)' })).toEqual(['(a|b)']);
    expect(found('a\\b', { text: 'a\\b' })).toEqual(['a\\b']);
  });

  test('whole words end where letters of any script do', () => {
    expect(found('tax taxes überTax tax-free', { text: 'tax', wholeWord: true })).toEqual(['tax', 'tax']);
    expect(found('überüber über', { text: 'über', wholeWord: true })).toEqual(['über']);
    expect(found('f(x) f(xy)', { text: '(x', wholeWord: true })).toEqual(['(x']);
  });

  test('over several lines', () => {
    expect(found('one\ntwo', { text: 'e\nt' })).toEqual(['e\nt']);
  });
});

describe('patterns', () => {
  test('line by line, with places in the whole text', () => {
    expect(found('rate 10\nrate 13', { text: '^rate \\d+$', isPattern: true })).toEqual([
      'rate 10',
      'rate 13',
    ]);
  });

  test('empty matches are none', () => {
    expect(found('abc', { text: 'x*', isPattern: true })).toEqual([]);
  });

  test('one that would hang other engines takes no time', () => {
    const text = 'a'.repeat(20_000);
    const began = performance.now();
    expect(found(text, { text: '(a+)+$!', isPattern: true })).toEqual([]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test.each(['(', '(?<=a)b', '(a)\\1'])('%s is refused with a reason', text => {
    expect(() => matcherOf({ ...plain, text, isPattern: true })).toThrow(/bad-pattern/);
  });
});

describe('patterns with a text that every match holds', () => {
  const text = 'rate 10\nthe rate: 13 %\nRATES\nra.e\nraate\n{2} rate';
  test.each([
    ['rate \\d+', ['rate 10']],
    ['[a-z]ate:? \\d', ['rate 1', 'rate: 1']],
    ['ra?te', ['rate', 'rate', 'RATE', 'rate']],
    ['ra*te', ['rate', 'rate', 'RATE', 'raate', 'rate']],
    ['ra{2}te', ['raate']],
    ['ra\\.e', ['ra.e']],
    ['ra+te$', ['raate', 'rate']],
    ['^the rate', ['the rate']],
    ['rate|ra\\.e', ['rate', 'rate', 'RATE', 'ra.e', 'rate']],
    ['(?:rate)?s', ['RATES']],
    ['[:] 13', [': 13']],
    ['13 %', ['13 %']],
    ['\\{2\\} r', ['{2} r']],
  ])('%s', (pattern, matches) => {
    expect(found(text, { text: pattern, isPattern: true })).toEqual(matches);
  });
});
