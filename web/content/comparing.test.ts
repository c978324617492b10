import { describe, expect, test } from 'vitest';
import { compare, isSmallJob } from './comparing.ts';

const output = (left: string, right: string) => compare({ kind: 'output', left, right, ignoreSpace: false });

describe('what two calls gave', () => {
  test('is compared by its structure where both are JSON', () => {
    const found = output('{"a":1,"b":[1,2]}', '{"b":[1,2],"a":2}');
    expect(found).toMatchObject({ kind: 'json', diff: { counts: { changed: 1, same: 1 } } });
  });

  test('is compared by lines where one is none', () => {
    expect(output('{"a":1}', 'no such file')).toMatchObject({ kind: 'text', comparison: { kind: 'lines' } });
  });

  test('differs in nothing where only the order of keys does', () => {
    expect(output('{"a":1,"b":2}', '{"b":2,"a":1}')).toEqual({ kind: 'same' });
  });
});

test('values that are too many are compared as they are written, and said to be', () => {
  const many = Array.from({ length: 15_000 }, (_, index) => index);
  const found = compare({ kind: 'json', left: many, right: [...many, 'one more'], ignoreSpace: false });
  expect(found).toMatchObject({ kind: 'json-as-text', comparison: { kind: 'lines' } });
});

describe('what is small is compared where the page is drawn', () => {
  const text = (left: string, right = '') =>
    isSmallJob({ kind: 'text', left, right, byLines: false, ignoreSpace: false });
  const json = (left: unknown, right: unknown = null) =>
    isSmallJob({ kind: 'json', left, right, ignoreSpace: false });

  test('texts', () => {
    expect(text('a few words')).toBe(true);
    expect(text('x'.repeat(4_000_000))).toBe(false);
    expect(text('\n'.repeat(200), '\n'.repeat(200))).toBe(false);
  });

  test('values', () => {
    expect(json({ path: 'a.ts', edits: [1, 2] })).toBe(true);
    expect(json({ content: 'x'.repeat(30_000) })).toBe(false);
    expect(
      json(
        null,
        Array.from({ length: 1000 }, () => 0),
      ),
    ).toBe(false);
  });
});
