import { expect, test } from 'vitest';
import type { TurnText } from '../../shared/turnTexts.ts';
import { TurnTextCache } from './turnTextCache.ts';

const text = (length: number): TurnText[] => [
  { kind: 'said', text: 'x'.repeat(length), callId: null, tool: null },
];

test('the texts that were asked for longest ago go first, once there is no room', () => {
  const cache = new TurnTextCache(10_000);
  const keys = Array.from({ length: 12 }, (_, index) => `turn ${index}`);
  for (const key of keys.slice(0, 11)) cache.put(key, text(400));
  expect(cache.get('turn 0')).toBeDefined();
  for (let index = 11; index < 20; index++) cache.put(`turn ${index}`, text(400));
  expect(cache.get('turn 0')).toBeDefined();
  expect(cache.get('turn 1')).toBeUndefined();
  expect(cache.get('turn 19')).toBeDefined();
});

test('a turn that would take the room of many is not held', () => {
  const cache = new TurnTextCache(10_000);
  cache.put('small', text(100));
  cache.put('huge', text(5_000));
  expect(cache.get('huge')).toBeUndefined();
  expect(cache.get('small')).toBeDefined();
});

test('a turn that is put again counts once', () => {
  const cache = new TurnTextCache(10_000);
  cache.put('kept', text(10));
  for (let times = 0; times < 50; times++) cache.put('again', text(10));
  expect(cache.get('kept')).toBeDefined();
});
