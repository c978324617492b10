import { visibleText } from '../visibleText.ts';
import type { Report, ReportBlock, ReportCell, ReportLine } from './report.ts';

/** A report as GitHub's Markdown. Texts of the run stay text: no sign of theirs makes a form, a link or HTML. */
export function markdownFromReport({ title, about, blocks }: Report): string {
  const head = [`# ${inline(title)}`, ...about.map(inline)];
  return `${[...head, ...blocks.map(markdownOfBlock)].join('\n\n')}\n`;
}

function markdownOfBlock(block: ReportBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${inline(block.text)}`;
    case 'text':
      return block.text.split('\n').map(inline).join('  \n');
    case 'lines':
      return fenced(block.lines.map(textOfLine).join('\n'), 'diff');
    case 'folded':
      return [
        `<details><summary>${inline(block.summary)}</summary>`,
        ...block.blocks.map(markdownOfBlock),
        '</details>',
      ].join('\n\n');
    case 'table':
      return [
        row(block.head.map(inline)),
        row(block.head.map(() => '---')),
        ...block.rows.map(rowOfCells),
      ].join('\n');
  }
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function rowOfCells(cells: readonly ReportCell[]): string {
  return row(cells.map(({ text }) => text.split('\n').map(inline).join('<br>')));
}

const signs = { same: ' ', added: '+', removed: '-' } as const;

function textOfLine({ kind, parts }: ReportLine): string {
  return `${signs[kind]}${parts.map(part => part.text).join('')}`;
}

/** Between fences longer than any inside. */
function fenced(text: string, language: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(ticks => ticks.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${visibleText(text)}\n${fence}`;
}

/** On one line, with every sign that Markdown knows made a letter; `@` and `://` are cut so that no name or address is linked. */
function inline(text: string): string {
  return visibleText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>()#+\-.!|~$&:@]/g, sign => (/[<>&@:]/.test(sign) ? entityOf(sign) : `\\${sign}`));
}

const entityOf = (sign: string) => `&#${sign.charCodeAt(0)};`;
