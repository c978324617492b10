import { visibleText } from '../visibleText.ts';
import type { Report, ReportBlock, ReportCell, ReportLine, ReportTone } from './report.ts';
import { reportStyle } from './reportStyle.ts';

/**
 * A report as one HTML file that needs nothing else: no script, no request, its style inside. Its own policy forbids
 * all the rest, so that what a run held can do nothing in it.
 */
export function htmlFromReport({ title, about, blocks }: Report): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<h1 dir="auto">${escaped(title)}</h1>
${about.map(line => `<p dir="auto">${escaped(line)}</p>`).join('\n')}
</header>
<main>
${blocks.map(htmlOfBlock).join('\n')}
</main>
</body>
</html>
`;
}

function htmlOfBlock(block: ReportBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level} dir="auto">${escaped(block.text)}</h${block.level}>`;
    case 'text':
      return `<p dir="auto"${classOf(block.tone)}>${escaped(block.text)}</p>`;
    case 'lines':
      return `<pre class="lines" tabindex="0">${block.lines.map(htmlOfLine).join('')}</pre>`;
    case 'folded':
      return `<details><summary dir="auto">${escaped(block.summary)}</summary>\n${block.blocks.map(htmlOfBlock).join('\n')}\n</details>`;
    case 'table':
      return htmlOfTable(block);
  }
}

function htmlOfTable({ head, rows }: Extract<ReportBlock, { kind: 'table' }>): string {
  const columns = head.map(name => `<th scope="col" dir="auto">${escaped(name)}</th>`).join('');
  const lines = rows.map(([first, ...rest]) => {
    const name = first ? `<th scope="row" dir="auto">${htmlOfCell(first)}</th>` : '';
    const cells = rest.map(cell => `<td dir="auto"${classOf(cell.tone)}>${htmlOfCell(cell)}</td>`);
    return `<tr>${name}${cells.join('')}</tr>`;
  });
  return `<div class="table" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${columns}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table></div>`;
}

function htmlOfCell({ text, isCode }: ReportCell): string {
  return isCode ? `<code>${escaped(text)}</code>` : escaped(text);
}

const elements = { same: 'span', added: 'ins', removed: 'del' } as const;
const signs = { same: ' ', added: '+', removed: '-' } as const;

function htmlOfLine({ kind, parts }: ReportLine): string {
  const words = parts.map(({ isMarked, text }) =>
    isMarked ? `<mark>${escaped(text)}</mark>` : escaped(text),
  );
  const element = elements[kind];
  return `<${element}><i>${signs[kind]}</i>${words.join('')}\n</${element}>`;
}

function classOf(tone: ReportTone | undefined): string {
  return tone === undefined || tone === 'plain' ? '' : ` class="${tone}"`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, sign => entities[sign] ?? sign);
}
