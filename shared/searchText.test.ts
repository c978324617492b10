import { expect, test } from 'vitest';
import { excerptOf } from './searchText.ts';

test('an excerpt is one line, and says where it was cut', () => {
  const text = `${'a '.repeat(60)}left\n  needle\t right${' b'.repeat(90)}`;
  const start = text.indexOf('needle');
  const { before, match, after } = excerptOf(text, [start, start + 6]);
  expect([before.length <= 62, match, after.startsWith(' right b')]).toEqual([true, 'needle', true]);
  expect(before).toMatch(/^…a .* left $/);
  expect(after.endsWith('…')).toBe(true);
});

test('nothing is cut off a short text', () => {
  expect(excerptOf('a needle here', [2, 8])).toEqual({ before: 'a ', match: 'needle', after: ' here' });
});

test('a pair is never cut in half', () => {
  const text = `${'😀'.repeat(50)}needle`;
  expect(excerptOf(text, [100, 106]).before).toMatch(/^…(?:😀)+$/u);
  expect(excerptOf(`x${text}`, [101, 107]).before).toMatch(/^…(?:😀)+$/u);
});
