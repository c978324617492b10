import { expect, test } from 'vitest';
import { jsonInText, looksLikeJson } from './jsonText.ts';

test('objects and lists are read', () => {
  expect(jsonInText(' {"a": [1]}\n')).toEqual({ a: [1] });
  expect(jsonInText('[{"a":1}]')).toEqual([{ a: 1 }]);
});

test('a key named __proto__ is a key', () => {
  expect(Object.entries(jsonInText('{"__proto__":{"x":1}}') ?? {})).toEqual([['__proto__', { x: 1 }]]);
});

test.each(['{}', '[]', '12', '"a"', '[INFO] ready', '{a: 1}', '{"a":1} and more', '{"a":1'])(
  '%s stays text',
  text => {
    expect(jsonInText(text)).toBeNull();
  },
);

test('a number that reading would change makes it a text', () => {
  expect(jsonInText('{"id":12345678901234567890}')).toBeNull();
  expect(jsonInText('{"at":1780000000000}')).toEqual({ at: 1_780_000_000_000 });
});

test('what looks like JSON can be told without reading it', () => {
  expect(looksLikeJson(' [1, 2] ')).toBe(true);
  expect(looksLikeJson('[INFO] ready')).toBe(false);
});
