import { expect, test } from 'vitest';
import type { LineDiff } from '../../shared/diffText.ts';
import { lineStretches } from './foldLines.ts';

/** `=` an equal line, `+` an added one; folded stretches come back as `(n)`. */
function folded(drawing: string): string {
  const lines = Array.from(drawing, (sign, index): LineDiff => {
    const kind = sign === '=' ? 'same' : 'added';
    return { kind, leftLine: index, rightLine: index, parts: [{ kind, text: '' }] };
  });
  const sign = (line: LineDiff) => (line.kind === 'same' ? '=' : '+');
  return lineStretches(lines)
    .map(stretch => (stretch.folded ? `(${stretch.lines.length})` : stretch.lines.map(sign).join('')))
    .join('');
}

test('equal lines far from a change are folded, near ones stay', () => {
  expect(folded('==========+==========')).toBe('(7)===+===(7)');
});

test('a gap that is hardly longer than its fold stays open', () => {
  expect(folded('+=========+')).toBe('+=========+');
  expect(folded('+==========+')).toBe('+===(4)===+');
});

test('without a change all is folded, without lines there is nothing', () => {
  expect(folded('=====')).toBe('(5)');
  expect(folded('')).toBe('');
});
