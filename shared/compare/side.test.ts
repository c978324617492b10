import { describe, expect, test } from 'vitest';
import { ForkpointError } from '../errors.ts';
import { formatSide, parseSide, parseSides } from './side.ts';

describe('a side as text', () => {
  test.each([
    ['plan-b', { run: null, place: { kind: 'branch', branch: 'plan-b' } }],
    ['14', { run: null, place: { kind: 'branch', branch: '14' } }],
    ['other/main', { run: 'other', place: { kind: 'branch', branch: 'main' } }],
    ['main:16-B~1', { run: null, place: { kind: 'turn', branch: 'main', turn: 16, point: 'B', move: 1 } }],
    ['other/@9f-00.a', { run: 'other', place: { kind: 'id', id: '9f-00.a' } }],
  ])('%s', (text, side) => {
    expect(parseSide(text)).toEqual(side);
    expect(formatSide(parseSide(text))).toBe(text);
  });

  test.each(['', '../etc', 'a/b/c', 'main:', '@..', 'a b', 'main:14-C', 'run/'])('“%s” is none', text => {
    expect(() => parseSide(text)).toThrow(ForkpointError);
  });
});

describe('sides of a query', () => {
  test('one that names the run that is asked is the same as one that names none', () => {
    expect(parseSides('here/a, b,other/a', 'here').map(formatSide)).toEqual(['a', 'b', 'other/a']);
  });

  test.each(['a', 'a,b,c,d,e,f,g,h,i', 'a,here/a'])('%s is refused', text => {
    expect(() => parseSides(text, 'here')).toThrow(ForkpointError);
  });
});
