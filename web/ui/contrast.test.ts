import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Theme = 'light' | 'dark';

const sheet = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
/** What the sheet says to those who ask for more contrast. */
const [, moreContrast = ''] = /@media \(prefers-contrast: more\) \{(.*?)\n\}/s.exec(sheet) ?? [];

/** The tokens of a theme as `#rrggbb`, as a part of the style sheet names them. */
function tokensOf(theme: Theme, css = sheet): Map<string, string> {
  const found = css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  const tokens = new Map<string, string>();
  for (const [, name = '', light = '', dark = ''] of found) {
    if (!tokens.has(name)) tokens.set(name, theme === 'light' ? light : dark);
  }
  return tokens;
}

/** Relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrastOf(x: string, y: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(x), luminanceOf(y)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const lanes = [1, 2, 3, 4, 5, 6, 7, 8].map(number => `lane-${number}`);
const grounds = ['bg', 'surface', 'surface-sunken'];

/** What is read, by what it stands on. */
const texts: Record<string, string[]> = {
  text: [...grounds, 'surface-hover', 'accent-soft'],
  'text-muted': [...grounds, 'surface-hover'],
  'text-faint': ['bg', 'surface', 'surface-sunken'],
  accent: ['surface', 'bg', 'accent-soft', 'error-soft', 'success-soft'],
  'accent-text': ['accent', ...lanes],
  error: ['surface', 'bg', 'error-soft'],
  success: ['surface', 'success-soft'],
  waiting: ['surface', 'waiting-soft'],
  surface: ['error', 'success', 'accent', 'text-faint'],
  ...Object.fromEntries(lanes.map(lane => [lane, ['bg']])),
};

const marks = ['error', 'success', 'waiting', 'effect', 'simulated', 'accent', 'text-muted', 'text-faint'];
/** What is drawn: marks on cards, chips, rows of the legend; edges of cards; lines and boxes of lanes. */
const drawings: Record<string, string[]> = {
  ...Object.fromEntries(marks.map(mark => [mark, [...grounds, 'surface-hover', 'accent-soft']])),
  ...Object.fromEntries(lanes.map(lane => [lane, ['bg', 'surface']])),
};

const pairsOf = (uses: Record<string, string[]>) =>
  Object.entries(uses).flatMap(([token, on]) => on.map((ground): [string, string] => [token, ground]));

describe.each(['light', 'dark'] as const)('in the %s theme', theme => {
  const tokens = tokensOf(theme);
  const contrast = (x: string, y: string) => contrastOf(tokens.get(x) ?? '', tokens.get(y) ?? '');

  test.each(pairsOf(texts))('%s can be read on %s', (text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairsOf(drawings))('%s can be seen on %s', (drawn, ground) => {
    expect(contrast(drawn, ground)).toBeGreaterThanOrEqual(3);
  });
});

describe.each(['light', 'dark'] as const)('with more contrast, in the %s theme', theme => {
  const tokens = tokensOf(theme, moreContrast);
  const contrast = (x: string, y: string) => contrastOf(tokens.get(x) ?? '', tokens.get(y) ?? '');

  test.each(pairsOf(texts))('%s can be read easily on %s', (text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(7);
  });

  test.each([...pairsOf(drawings), ...grounds.map((ground): [string, string] => ['border', ground])])(
    '%s stands out on %s',
    (drawn, ground) => {
      expect(contrast(drawn, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );
});

test('who asks for more contrast gets every colour anew', () => {
  expect([...tokensOf('light', moreContrast).keys()]).toEqual([...tokensOf('light').keys()]);
});

test('the measure itself: black on white, and a grey that just passes', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});
