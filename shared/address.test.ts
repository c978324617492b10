import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAddress, parseAddress } from './address.ts';

describe('an address of a scene', () => {
  test.each([
    ['14', { kind: 'turn', branch: 'main', turn: 14, point: null, move: null }],
    ['14-A', { kind: 'turn', branch: 'main', turn: 14, point: 'A', move: null }],
    ['main:16-B~1', { kind: 'turn', branch: 'main', turn: 16, point: 'B', move: 1 }],
    ['plan-b:1004~12', { kind: 'turn', branch: 'plan-b', turn: 1004, point: null, move: 12 }],
    ['@damaged-0f3c', { kind: 'id', id: 'damaged-0f3c' }],
  ])('%s', (text, address) => expect(parseAddress(text)).toEqual(address));

  test.each([
    '',
    'main',
    '-1',
    '14-C',
    '14-A~',
    '../etc:1',
    'a/b:1',
    'a\\b:1',
    'con:1',
    '..:1',
    'a\0b:1',
    '@../../x',
    '@',
    '14 ',
    '%2e%2e:1',
    'main:1:2',
  ])('%j is refused', text => {
    expect(() => parseAddress(text)).toThrow(expect.objectContaining({ code: 'bad-address' }));
  });

  test('writing and reading are inverse', () => {
    const address = fc.record({
      kind: fc.constant('turn' as const),
      branch: fc.constantFrom('main', 'plan-b', 'a.b_c-9'),
      turn: fc.nat(99_999),
      point: fc.constantFrom('A' as const, 'B' as const, null),
      move: fc.option(fc.nat(999), { nil: null }),
    });
    fc.assert(
      fc.property(address, value => {
        expect(parseAddress(formatAddress(value))).toEqual(value);
      }),
    );
  });
});
