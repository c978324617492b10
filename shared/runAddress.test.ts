import { expect, test } from 'vitest';
import { formatRunAddress, parseRunAddress, rewrittenRunAddress } from './runAddress.ts';

test('an address may name its run', () => {
  expect(parseRunAddress('derailed/main:14-B')).toEqual({ run: 'derailed', address: 'main:14-B' });
  expect(parseRunAddress('derailed/@9f-00.a')).toEqual({ run: 'derailed', address: '@9f-00.a' });
  expect(parseRunAddress('14')).toEqual({ run: null, address: '14' });
});

test.each(['/main:14-B', '../main:14-B', 'derailed/', 'derailed/a/main:1', 'derailed/14-C', ''])(
  '“%s” is none',
  text => {
    expect(() => parseRunAddress(text)).toThrow();
  },
);

test('the run is named only on the page of another', () => {
  const scene = { run: 'derailed', address: 'plan-b:3-A' };
  expect(formatRunAddress(scene, 'derailed')).toBe('plan-b:3-A');
  expect(formatRunAddress(scene, 'other')).toBe('derailed/plan-b:3-A');
  expect(formatRunAddress(scene, null)).toBe('derailed/plan-b:3-A');
});

test('what is pinned on one page is named with its run on the next, and without it back home', () => {
  expect(rewrittenRunAddress('main:14-B', 'derailed', 'other')).toBe('derailed/main:14-B');
  expect(rewrittenRunAddress('derailed/main:14-B', 'other', 'derailed')).toBe('main:14-B');
  expect(rewrittenRunAddress('derailed/main:14-B', null, 'other')).toBe('derailed/main:14-B');
});
