import { expect, test } from 'vitest';
import { foundPlace, placePattern } from './foundPlace.ts';
import { excerptOf, type Match } from './searchText.ts';

const text = `src/a.ts: ok\n${'filler '.repeat(60)}\nsrc/b.ts:\n\tfailed  twice\nsrc/c.ts: failed twice\n${'🙂'.repeat(90)}failed twice`;

function sought(match: Match, nth = 0) {
  const excerpt = excerptOf(text, match);
  return { hit: { turn: '', scene: '', kind: 'result' as const, callId: null, tool: null, excerpt }, nth };
}

function placesOf(word: RegExp): Match[] {
  return [...text.matchAll(word)].map(({ index, 0: found }) => [index, index + found.length]);
}

test('every place of a text is found again by its excerpt', () => {
  const places = placesOf(/failed\s+twice|src|🙂fail/g);
  expect(places.length).toBe(6);
  for (const match of places) {
    expect(foundPlace(text, sought(match))).toEqual({ match, isExact: true });
  }
});

test('where only a part of the text is drawn, the place is found, and not called exact', () => {
  const [, second] = placesOf(/failed\s+twice/g);
  const part = 'c.ts: failed twice';
  expect(foundPlace(part, sought(second ?? [0, 0]))).toEqual({ match: [6, 18], isExact: false });
  expect(foundPlace('nothing of it', sought(second ?? [0, 0]))).toBeNull();
});

test('places that look alike are counted', () => {
  const [first] = placesOf(/src/g);
  const twice = `${text}\n${'-'.repeat(500)}\n${text}`;
  expect(foundPlace(twice, sought(first ?? [0, 0], 0))?.match).toEqual([0, 3]);
  const [start] = foundPlace(twice, sought(placesOf(/failed\s+twice/g)[0] ?? [0, 0], 1))?.match ?? [];
  expect(start).toBeGreaterThan(text.length);
  expect(foundPlace('src src', sought(first ?? [0, 0], 9))?.match).toEqual([4, 7]);
});

test('what means something in a pattern means itself, white space is loose', () => {
  expect(placePattern({ match: 'a.b (c)' }).test('a.b\n\t(c)')).toBe(true);
  expect(placePattern({ match: 'a.b (c)' }).test('axb (c)')).toBe(false);
});
