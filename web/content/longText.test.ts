import { describe, expect, test } from 'vitest';
import { foldLimits, lineCount, shownText, stepCharacters } from './longText.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');

describe('shownText', () => {
  test('short texts are shown whole, a little over the limit too', () => {
    expect(shownText('one\ntwo', 0)).toEqual({
      text: 'one\ntwo',
      totalLines: 2,
      totalCharacters: 7,
      leftOut: 0,
    });
    expect(shownText(lines(foldLimits.long.lines + 5), 0).leftOut).toBe(0);
  });

  test('many lines are folded after the fortieth, and shown whole when asked for', () => {
    const text = lines(1234);
    const folded = shownText(text, 0);
    expect(folded.text).toBe(lines(40));
    expect(folded.totalLines).toBe(1234);
    expect(folded.leftOut).toBe(text.length - folded.text.length);
    expect(shownText(text, 1).leftOut).toBe(0);
    expect(shownText(text, 0, 'short').text).toBe(lines(12));
  });

  test('one long line is cut, never inside a surrogate pair', () => {
    const text = `${'x'.repeat(foldLimits.long.characters - 1)}${'🙂'.repeat(4000)}`;
    expect(shownText(text, 0).text).toBe('x'.repeat(foldLimits.long.characters - 1));
  });

  test('five megabytes come in steps', () => {
    const text = 'y'.repeat(5_000_000);
    expect(shownText(text, 1).text).toHaveLength(stepCharacters);
    expect(shownText(text, 2).leftOut).toBe(5_000_000 - 2 * stepCharacters);
  });

  test('an end of line at the end starts no other line', () => {
    expect([lineCount(''), lineCount('a'), lineCount('a\n'), lineCount('a\nb'), lineCount('\n\n')]).toEqual([
      0, 1, 1, 2, 2,
    ]);
  });
});
