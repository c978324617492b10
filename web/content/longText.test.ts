import { describe, expect, test } from 'vitest';
import { foldLimits, lineCount, shownText, stepCharacters, windowOn } from './longText.ts';

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

describe('a place that is sought', () => {
  const text = lines(400_000);
  const at = (word: string) => {
    const start = text.indexOf(word);
    return [start, start + word.length] as const;
  };

  test('that is seen already changes nothing', () => {
    expect(windowOn(text, at('line 20'), { from: 0, end: 400 })).toBeNull();
  });

  test('in the first step unfolds it', () => {
    expect(windowOn(text, at('line 800\n'), { from: 0, end: 400 })).toEqual({ from: 0, steps: 1 });
  });

  test('far behind begins at a line shortly before it, also for a way back', () => {
    const [start, end] = at('line 300000\n');
    const window = windowOn(text, [start, end], { from: 0, end: 400 });
    expect(window?.steps).toBe(1);
    expect(text[(window?.from ?? 0) - 1]).toBe('\n');
    expect(start - (window?.from ?? 0)).toBeLessThan(4_000);
    expect(shownText(text.slice(window?.from), 1).text).toContain('line 300000\n');
    expect(windowOn(text, at('line 7\n'), { from: start, end })).toEqual({ from: 0, steps: 1 });
  });

  test('in one endless line begins before it, not inside a surrogate pair', () => {
    const endless = `${'🙂'.repeat(100_000)}needle`;
    const window = windowOn(endless, [200_000, 200_006], { from: 0, end: 4_000 });
    expect([window?.from, window?.steps]).toEqual([198_000, 1]);
    expect(windowOn(`x${endless}`, [200_001, 200_007], { from: 0, end: 4_000 })?.from).toBe(198_001);
  });
});
