import { describe, expect, test } from 'vitest';
import { FirstSeenSearch } from './firstSeen.ts';
import type { TurnText } from './turnTexts.ts';

const text = (words: string): TurnText => ({ kind: 'result', text: words, callId: null, tool: null });

function seen(selected: string, turns: string[]) {
  const search = new FirstSeenSearch(selected);
  // From the last turn to the first: the order in which they come does not matter.
  for (const [position, words] of [...turns.entries()].toReversed()) search.add(position, [text(words)]);
  return search.found && { position: search.found.position, isWhole: search.found.isWhole };
}

describe('where a text first stood', () => {
  test('is the earliest turn that holds it', () => {
    expect(seen('rate 13', ['rate 10', 'rate 13', 'and rate 13 again'])).toEqual({
      position: 1,
      isWhole: true,
    });
  });

  test('white space is what the page makes of it', () => {
    expect(seen('a: 1,  b: 2', ['{ a: 1,\n\tb: 2 }'])).toEqual({ position: 0, isWhole: true });
  });

  test('where the whole is nowhere, its longest line is', () => {
    expect(
      seen('12 export const rate\n13 }', ['nothing', 'export const rate = 10;', '12 export const rate']),
    ).toEqual({
      position: 2,
      isWhole: false,
    });
  });

  test('the whole later counts more than a line of it earlier', () => {
    const whole = 'the first line\nand more';
    expect(seen(whole, ['the first line alone', whole])).toEqual({ position: 1, isWhole: true });
  });

  test('nothing where nothing is', () => {
    expect(seen('rate 13', ['rate 10'])).toBeNull();
    expect(seen('  \n ', ['rate 10'])).toBeNull();
    expect(seen('a.c', ['abc'])).toBeNull();
  });
});
