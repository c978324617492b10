import { describe, expect, test } from 'vitest';
import { type InlinePiece, lightMarkdown } from './lightMarkdown.ts';

/** One line per block: `p: …`, `h: …`, `* item`, and code between bars. Strong as `<b …>`, code as `<c …>`. */
function drawn(text: string): string[] {
  const inline = (pieces: InlinePiece[]) =>
    pieces
      .map(piece =>
        piece.kind === 'text' ? piece.text : `<${piece.kind === 'code' ? 'c' : 'b'} ${piece.text}>`,
      )
      .join('');
  return lightMarkdown(text).map(block => {
    if (block.kind === 'code') return `|${block.language}|${block.text}|`;
    if (block.kind === 'heading') return `h: ${inline(block.line)}`;
    const lines = block.lines.map(inline).join(' / ');
    return block.kind === 'paragraph' ? `p: ${lines}` : `${'  '.repeat(block.depth)}${block.marker} ${lines}`;
  });
}

describe('lightMarkdown', () => {
  test('paragraphs keep their line breaks, empty lines part them', () => {
    expect(drawn('one\ntwo\n\nthree')).toEqual(['p: one / two', 'p: three']);
  });

  test('headings, lists and their depth', () => {
    expect(drawn('## Plan\n- first\n  goes on\n  - inner\n2. second')).toEqual([
      'h: Plan',
      '- first /   goes on',
      '  - inner',
      '2. second',
    ]);
  });

  test('fenced code is left alone, also where its end is missing', () => {
    expect(drawn('see\n```ts\nconst a = **1**;\n\n- no item\n```\nafter')).toEqual([
      'p: see',
      '|ts|const a = **1**;\n\n- no item|',
      'p: after',
    ]);
    expect(drawn('```\nhalf')).toEqual(['||half|']);
  });

  test('strong and code within a line; code wins', () => {
    expect(drawn('a **b c** and `**d**` 2 ** 3 ** 4')).toEqual(['p: a <b b c> and <c **d**> 2 ** 3 ** 4']);
  });

  test('links, images and HTML stay as they were written', () => {
    const hostile = '![x](http://attacker.test/?q=1) [c](javascript:1) <img src=x onerror=alert(1)>';
    expect(drawn(hostile)).toEqual([`p: ${hostile}`]);
  });
});
