import { describe, expect, test } from 'vitest';
import { type MarkdownBlock, type MarkdownInline, markdownBlocks } from './markdown.ts';

function drawnLine(content: readonly MarkdownInline[]): string {
  return content
    .map(piece => {
      switch (piece.kind) {
        case 'text':
          return piece.text;
        case 'code':
          return `<c ${piece.text}>`;
        case 'break':
          return '↵';
        case 'link':
          return piece.isBare ? `<→ ${piece.href}>` : `<${drawnLine(piece.content)} → ${piece.href}>`;
        default:
          return `<${piece.kind[0]} ${drawnLine(piece.content)}>`;
      }
    })
    .join('');
}

/** One line per block: `p: …`, `h: …`, `- item`, `> quote`, code between bars, `src: …`; inner blocks in brackets. */
function drawnBlock(block: MarkdownBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return `p: ${drawnLine(block.content)}`;
    case 'heading':
      return `h: ${drawnLine(block.content)}`;
    case 'code':
      return `|${block.language}|${block.text}|`;
    case 'source':
      return `src: ${block.text}`;
    case 'quote':
      return `> [${block.blocks.map(drawnBlock).join('; ')}]`;
    case 'list': {
      const mark = (index: number) => (block.start === null ? '-' : `${block.start + index}.`);
      const box = (checked: boolean | null) => (checked === null ? '' : checked ? ' ☑' : ' ☐');
      return block.items
        .map(
          (item, index) => `${mark(index)}${box(item.checked)} [${item.blocks.map(drawnBlock).join('; ')}]`,
        )
        .join(' ');
    }
    case 'table':
      return [block.head, ...block.rows].map(row => row.map(drawnLine).join(' | ')).join(' // ');
    case 'rule':
      return '---';
  }
}

const drawn = (text: string) => markdownBlocks(text)?.map(drawnBlock);

describe('markdownBlocks', () => {
  test('paragraphs keep their line breaks, empty lines part them', () => {
    expect(drawn('one\ntwo\n\nthree  \nfour')).toEqual(['p: one\ntwo', 'p: three↵four']);
  });

  test('headings, lists, tasks and quotes', () => {
    expect(drawn('## Plan\n- first\n  - inner\n\n3. third\n4. fourth\n\n> said')).toEqual([
      'h: Plan',
      '- [p: first; - [p: inner]]',
      '3. [p: third] 4. [p: fourth]',
      '> [p: said]',
    ]);
    expect(drawn('- [ ] open\n- [x] done')).toEqual(['- ☐ [p: open] - ☑ [p: done]']);
  });

  test('fenced code is left alone, also where its end is missing', () => {
    expect(drawn('```ts\nconst a = **1**;\n\n- no item\n```\nafter')).toEqual([
      '|ts|const a = **1**;\n\n- no item|',
      'p: after',
    ]);
    expect(drawn('```\nhalf')).toEqual(['||half|']);
  });

  test('strong, emphasis, deleted and code; a single tilde and an escape are what they look like', () => {
    expect(drawn('a **b c** *d* ~~e~~ `**f**` ~5 g~ \\*h')).toEqual([
      'p: a <s b c> <e d> <d e> <c **f**> ~5 g~ *h',
    ]);
  });

  test('tables; one whose rows hold more than its head shows stays as it was written', () => {
    expect(drawn('| a | b |\n|---|:-:|\n| `x` | **y** |')).toEqual(['a | b // <c x> | <s y>']);
    const odd = '| a |\n|---|\n| 1 | hidden |';
    expect(drawn(odd)).toEqual([`src: ${odd}`]);
  });

  test('links keep their text and their address', () => {
    expect(drawn('[docs](https://a.invalid/x "t") https://b.invalid www.c.invalid')).toEqual([
      'p: <docs → https://a.invalid/x> <→ https://b.invalid> <→ http://www.c.invalid>',
    ]);
    expect(drawn('[a.ts](src/a.ts#L3)')).toEqual(['p: <a.ts → src/a.ts#L3>']);
    expect(drawn('[d]\n\n[d]: http://d.invalid')).toEqual([
      'p: <d → http://d.invalid>',
      'src: [d]: http://d.invalid',
    ]);
  });

  test.each([
    '[c](javascript:alert(1))',
    '[c](JaVaScRiPt:alert(1))',
    '[c](data:text/html;base64,PHNjcmlwdD4=)',
    '[c](//evil.invalid/x)',
    '[c](C:\\\\x)',
    '[c](vbscript:x/y)',
    '![x](http://attacker.invalid/?q=1)',
    '![x](data:text/html,<script>1</script>)',
    'a <img src=x srcset="http://evil.invalid/1 1x" onerror=alert(1)> b',
    'someone@mail.invalid',
    '<vbscript:x>',
  ])('%s stays as it was written', text => {
    expect(drawn(text)).toEqual([`p: ${text}`]);
  });

  test('blocks of HTML and its comments stay as they were written', () => {
    const html = '<details open>\n<summary>more</summary>\n</details>';
    expect(drawn(`${html}\n\n<!-- unseen -->`)).toEqual([`src: ${html}`, 'src: <!-- unseen -->']);
  });

  test('what would take long to read is not read', () => {
    expect(markdownBlocks('a'.repeat(4_001))).toBeNull();
    expect(markdownBlocks('word\n'.repeat(10_000))).toBeNull();
    expect(markdownBlocks('>'.repeat(200))).toBeNull();
    expect(markdownBlocks(`- a\n${' '.repeat(120)}- b`)).toBeNull();
  });
});
