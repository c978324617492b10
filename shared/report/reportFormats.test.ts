import { describe, expect, test } from 'vitest';
import { htmlFromReport } from './htmlFromReport.ts';
import { markdownFromReport } from './markdownFromReport.ts';
import type { Report, ReportBlock } from './report.ts';

const reportOf = (...blocks: ReportBlock[]): Report => ({
  title: 'Two plans',
  about: ['from main:14-B'],
  blocks,
});

const table: ReportBlock = {
  kind: 'table',
  head: ['', 'plan-b', 'plan-c'],
  rows: [[{ text: 'state' }, { text: 'done', tone: 'good' }, { text: 'send_email', isCode: true }]],
};
const lines: ReportBlock = {
  kind: 'lines',
  lines: [
    { kind: 'same', parts: [{ isMarked: false, text: 'a' }] },
    {
      kind: 'removed',
      parts: [
        { isMarked: false, text: 'b ' },
        { isMarked: true, text: 'old' },
      ],
    },
    {
      kind: 'added',
      parts: [
        { isMarked: false, text: 'b ' },
        { isMarked: true, text: 'new' },
      ],
    },
  ],
};

describe('HTML', () => {
  test('forbids everything but its own style and images inside it', () => {
    const html = htmlFromReport(reportOf());
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`);
    expect(html).not.toMatch(/<script|<link|<iframe|\bon\w+=|src=|href=|url\(/i);
  });

  test('a table names its columns and rows', () => {
    const html = htmlFromReport(reportOf(table));
    expect(html).toContain('<th scope="col" dir="auto">plan-b</th>');
    expect(html).toContain('<th scope="row" dir="auto">state</th><td dir="auto" class="good">done</td>');
    expect(html).toContain('<code>send_email</code>');
  });

  test('lines say by element and sign what was added and removed', () => {
    expect(htmlFromReport(reportOf(lines))).toContain(
      '<span><i> </i>a\n</span><del><i>-</i>b <mark>old</mark>\n</del><ins><i>+</i>b <mark>new</mark>\n</ins>',
    );
  });
});

describe('Markdown', () => {
  test('a table and lines', () => {
    const text = markdownFromReport(reportOf(table, lines));
    expect(text).toContain(
      '|  | plan\\-b | plan\\-c |\n| --- | --- | --- |\n| state | done | send\\_email |',
    );
    expect(text).toContain('```diff\n a\n-b old\n+b new\n```');
  });

  test('a fence is longer than any inside', () => {
    const ticks: ReportBlock = {
      kind: 'lines',
      lines: [{ kind: 'same', parts: [{ isMarked: false, text: '````' }] }],
    };
    expect(markdownFromReport(reportOf(ticks))).toContain('`````diff\n ````\n`````');
  });
});

/** Whatever form a format knows, wherever a text of the run can stand. */
const hostile =
  '</pre></details><script>alert(1)</script><img src=x onerror=alert(1)>"\' [l](javascript:x) @bob \u202e\u001b[2J';
const everywhere: ReportBlock[] = [
  { kind: 'heading', level: 3, text: hostile },
  { kind: 'text', text: hostile },
  { kind: 'lines', lines: [{ kind: 'same', parts: [{ isMarked: false, text: hostile }] }] },
  { kind: 'folded', summary: hostile, blocks: [] },
  { kind: 'table', head: [hostile], rows: [[{ text: hostile }, { text: hostile, isCode: true }]] },
];

test('hostile texts stay text in HTML', () => {
  const html = htmlFromReport({ title: hostile, about: [hostile], blocks: everywhere });
  expect(html).not.toMatch(/<script|<img|\u202e|\p{Cc}(?<!\n)/u);
  expect(html).toContain('[U+202E]');
});

test('hostile texts stay text in Markdown, where only code is as it was', () => {
  const text = markdownFromReport({ title: hostile, about: [hostile], blocks: everywhere });
  const outsideCode = text.replace(/^```[\s\S]*?^```$/gm, '');
  expect(outsideCode).not.toMatch(/<(?!\/?(?:details|summary|br)>)|\]\(|@|javascript:|\u202e|\p{Cc}(?<!\n)/u);
});
