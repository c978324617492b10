import { expect, test } from 'vitest';
import { objectFromText } from './jsonObject.ts';

test('an object is taken as it is written', () => {
  expect(objectFromText('{"to": "a", "n": [1]}')).toEqual({ value: { to: 'a', n: [1] } });
});

test.each(['[]', 'null', '"text"', '3'])('%s is no input of a call', text => {
  expect(objectFromText(text)).toMatchObject({ problem: 'no-object' });
});

test('what is no JSON says where it breaks', () => {
  const written = objectFromText('{"to": }');
  expect(written).toMatchObject({ problem: 'no-json' });
  expect('detail' in written && written.detail).not.toBe('');
});
