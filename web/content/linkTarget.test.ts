import { expect, test } from 'vitest';
import { linkTarget } from './linkTarget.ts';

test('a target is told as the browser reads it', () => {
  expect(linkTarget('https://docs.invalid/a?b=1#c')).toEqual({
    address: 'https://docs.invalid/a?b=1#c',
    host: 'docs.invalid',
    hasUser: false,
  });
  expect(linkTarget('https://bank.invalid@other.invalid/')).toMatchObject({
    host: 'other.invalid',
    hasUser: true,
  });
  expect(linkTarget('https://b\u0430nk.invalid')?.host).toBe('xn--bnk-6cd.invalid');
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'mailto:a@b.invalid',
  './x',
  '//x',
  '',
])('"%s" leads nowhere', href => {
  expect(linkTarget(href)).toBeNull();
});
