import { describe, expect, test } from 'vitest';
import { isolated, isolatedParts, mapIsolated } from './isolate.ts';

const drawn = (text: string) => text.replaceAll('\u2068', '<').replaceAll('\u2069', '>');
const signed = (text: string) => text.replaceAll('<', '\u2068').replaceAll('>', '\u2069');

test.each([
  ['ltr', 'plan-b', 'plan-b'],
  ['ltr', 'ענף', '<ענף>'],
  ['ltr', 'a ענף b', '<a ענף b>'],
  ['rtl', 'main:14-B', '<main:14-B>'],
  ['rtl', '14', '14'],
  ['rtl', '', ''],
  ['rtl', 'in <two> parts', '<in <two> parts>'],
  ['rtl', 'breaks > out', 'breaks > out'],
  ['rtl', 'never < ends', 'never < ends'],
] as const)('on a page that runs %s, %s is put in as %s', (direction, value, expected) => {
  expect(drawn(isolated(signed(value), direction))).toBe(expected);
});

describe('the parts of a phrase', () => {
  test('are its words and its isolates', () => {
    expect(isolatedParts(signed('turn <main:<14>> of 25'))).toEqual(['turn ', ['main:', ['14']], ' of 25']);
    expect(isolatedParts('')).toEqual([]);
  });

  test.each(['a > b < c', 'a <', '>'])('%s is one, for its signs to be seen', text => {
    expect(isolatedParts(signed(text))).toEqual([signed(text)]);
  });

  test('are written in another way where they stand', () => {
    expect(drawn(mapIsolated(signed('a <b <c>>'), words => words.toUpperCase()))).toBe('A <B <C>>');
  });
});
