import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import {
  formatBytes,
  formatCost,
  formatDuration,
  formatRelativeTime,
  formatTokenCount,
  formatTokens,
} from './format.ts';
import { filledPhrase } from './template.ts';
import { words, wordsOfProblem } from './words.ts';

describe('words', () => {
  test('parameters are put in, numbers in the way of the language', () => {
    expect(filledPhrase('{name} has {size} bytes', { name: '{size}', size: 12345 }, 'en')).toBe(
      '{size} has 12,345 bytes',
    );
  });

  test('the plural follows the count', () => {
    expect(words('graph.errorCount', { count: 1 })).toBe('1 error');
    expect(words('graph.errorCount', { count: 2 })).toBe('2 errors');
    expect(words('strip.turns', { count: 0 })).toBe('0 turns');
  });

  test('the compiler asks for the parameters of a phrase', () => {
    // @ts-expect-error: `turn` is missing
    expect(words('graph.turn', {})).toBe('Turn ');
  });

  test('both forms of a plural name the same parameters, the count apart', () => {
    const namesIn = (text: string) =>
      [...text.matchAll(/\{(\w+)\}/g)]
        .map(match => match[1])
        .filter(name => name !== 'count')
        .sort();
    const plurals = Object.values<Readonly<Record<string, string | { one: string; other: string }>>>(en)
      .flatMap(section => Object.values(section))
      .filter(phrase => typeof phrase !== 'string');
    expect(plurals.length).toBeGreaterThan(0);
    for (const { one, other } of plurals) expect([one, namesIn(one)]).toEqual([one, namesIn(other)]);
  });

  test('what is counted has a singular', () => {
    const counted = /\{\w+\} (tokens|turns|messages|calls|files|rows|lines|characters|branches|effects)\b/;
    const plain = Object.values<Readonly<Record<string, unknown>>>(en)
      .flatMap(section => Object.values(section))
      .filter(phrase => typeof phrase === 'string');
    expect(plain.filter(phrase => counted.test(phrase))).toEqual([]);
  });

  test('a problem is worded; one from a newer server is named by its code', () => {
    expect(wordsOfProblem({ code: 'no-such-run', params: { run: 'x' } })).toBe('There is no run “x”.');
    expect(wordsOfProblem({ code: 'from-the-future', params: {} })).toContain('from-the-future');
  });
});

test.each([
  [0, '0'],
  [999, '999'],
  [5640, '5.6k'],
  [61_234, '61.2k'],
  [256_000, '256k'],
  [999_960, '1.0M'],
  [26_200_000, '26.2M'],
])('%i tokens are %s', (tokens, expected) => {
  expect(formatTokens(tokens)).toBe(expected);
});

test('tokens with their unit, in the form that the number asks for', () => {
  expect([0, 1, 950, 5640].map(formatTokenCount)).toEqual([
    '0 tokens',
    '1 token',
    '950 tokens',
    '5.6k tokens',
  ]);
});

test.each([
  [42, '0.0 s'],
  [1234, '1.2 s'],
  [59_000, '59 s'],
  [600_000, '10 min'],
  [3 * 3_600_000, '3 h'],
])('%i milliseconds are %s', (durationMs, expected) => {
  expect(formatDuration(durationMs)).toBe(expected);
});

test.each([
  [2_000, 'now'],
  [50_000, '50 seconds ago'],
  [3 * 60_000, '3 minutes ago'],
  [26 * 3_600_000, 'yesterday'],
  [125 * 86_400_000, '4 months ago'],
  [800 * 86_400_000, '2 years ago'],
])('%i milliseconds ago is %s', (agoMs, expected) => {
  expect(formatRelativeTime(1_000_000_000_000 - agoMs, 1_000_000_000_000)).toBe(expected);
});

test('bytes', () => {
  expect([812, 3400, 1_200_000].map(formatBytes)).toEqual(['812 B', '3.4 kB', '1.2 MB']);
});

test('costs', () => {
  expect([0, 0.0042, 0.33, 12.5, 1234].map(formatCost)).toEqual([
    '$0.00',
    '$0.0042',
    '$0.33',
    '$12.50',
    '$1,234.00',
  ]);
});
