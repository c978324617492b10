import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';
import { linkTarget } from './linkTarget.ts';

/** A piece of a line. There is none for HTML and images: they stay text, as they were written. */
export type MarkdownInline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis' | 'deleted'; content: MarkdownInline[] }
  | { kind: 'break' }
  /** `isBare`: its text is its address. Only absolute addresses of the web can be opened. */
  | { kind: 'link'; href: string; title: string | null; isBare: boolean; content: MarkdownInline[] };

export interface MarkdownItem {
  /** Of a task list; null for any other item. */
  checked: boolean | null;
  blocks: MarkdownBlock[];
}

/** The letters of pieces of a line, without their form. */
export function textOfInline(content: readonly MarkdownInline[]): string {
  return content
    .map(piece => ('text' in piece ? piece.text : 'content' in piece ? textOfInline(piece.content) : ' '))
    .join('');
}

/** A stretch of markdown. `source` is what is shown as it was written: HTML, link definitions, odd tables. */
export type MarkdownBlock =
  | { kind: 'paragraph' | 'heading'; content: MarkdownInline[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'source'; text: string }
  | { kind: 'quote'; blocks: MarkdownBlock[] }
  | { kind: 'list'; start: number | null; items: MarkdownItem[] }
  | { kind: 'table'; head: MarkdownInline[][]; rows: MarkdownInline[][][] }
  | { kind: 'rule' };

const parser = new Marked({ gfm: true });

/** Within these the parser is done in a fraction of a second, whatever the text; beyond them it may take minutes. */
const maxCharacters = 40_000;
const longLine = /[^\n]{4001}/;
const deepLine = /^[\s>*+-]{101}/m;

/**
 * Reads a model's words as GitHub's markdown. No word of the text is lost: what is not drawn in a form of its own is
 * there as it was written. Null for a text that would take too long: it is shown as it is.
 */
export function markdownBlocks(text: string): MarkdownBlock[] | null {
  if (text.length > maxCharacters || longLine.test(text) || deepLine.test(text)) return null;
  return blocksFrom(parser.lexer(text));
}

/** Without extensions of its own the parser makes its own tokens only; its types leave room for those of others. */
const marked = (token: Token) => token as MarkedToken;

function blocksFrom(tokens: readonly Token[]): MarkdownBlock[] {
  return tokens.flatMap(token => blockFrom(marked(token)) ?? []);
}

function blockFrom(token: MarkedToken): MarkdownBlock | null {
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return null;
    case 'paragraph':
    case 'heading':
      return { kind: token.type, content: inlineFrom(token.tokens) };
    case 'text':
      return { kind: 'paragraph', content: token.tokens ? inlineFrom(token.tokens) : [plain(token.text)] };
    case 'code':
      return { kind: 'code', language: token.lang ?? '', text: token.text };
    case 'blockquote':
      return { kind: 'quote', blocks: blocksFrom(token.tokens) };
    case 'list':
      return {
        kind: 'list',
        start: typeof token.start === 'number' ? token.start : null,
        items: token.items.map(itemFrom),
      };
    case 'table':
      return hidesCells(token) ? source(token.raw) : tableFrom(token);
    case 'hr':
      return { kind: 'rule' };
    default:
      return source(token.raw);
  }
}

function itemFrom({ task, checked, tokens }: Tokens.ListItem): MarkdownItem {
  return { checked: task ? checked === true : null, blocks: blocksFrom(tokens) };
}

function tableFrom({ header, rows }: Tokens.Table): MarkdownBlock {
  const cells = (row: readonly Tokens.TableCell[]) => row.map(cell => inlineFrom(cell.tokens));
  return { kind: 'table', head: cells(header), rows: rows.map(cells) };
}

/** Markdown drops the cells of a row that is longer than the head. */
function hidesCells({ raw, header }: Tokens.Table): boolean {
  return raw.split('\n').some(line => {
    const inner = line
      .trim()
      .replace(/^\|/, '')
      .replace(/(?<!\\)\|$/, '');
    return inner.split(/(?<!\\)\|/).length > header.length;
  });
}

const source = (raw: string): MarkdownBlock => ({ kind: 'source', text: raw.trimEnd() });
const plain = (text: string): MarkdownInline => ({ kind: 'text', text });

const nested = { strong: 'strong', em: 'emphasis' } as const;

function inlineFrom(tokens: readonly Token[]): MarkdownInline[] {
  return tokens.map(token => pieceFrom(marked(token)));
}

function pieceFrom(token: MarkedToken): MarkdownInline {
  switch (token.type) {
    case 'escape':
      return plain(token.text);
    case 'codespan':
      return { kind: 'code', text: token.text };
    case 'strong':
    case 'em':
      return { kind: nested[token.type], content: inlineFrom(token.tokens) };
    case 'del':
      // A single tilde is more often "about" or "home" than a deletion.
      return token.raw.startsWith('~~')
        ? { kind: 'deleted', content: inlineFrom(token.tokens) }
        : plain(token.raw);
    case 'br':
      return { kind: 'break' };
    case 'link':
      return linkFrom(token);
    default:
      return plain(token.raw);
  }
}

/** A place beside the text: a path, not an address. */
const relative = /^(?!\/\/)[^:?#\\]*(?:[/?#].*)?$/;

function linkFrom({ raw, href, title, text, tokens }: Tokens.Link): MarkdownInline {
  if (linkTarget(href) === null && !relative.test(href)) return plain(raw);
  const isBare = text === href || `http://${text}` === href;
  return { kind: 'link', href, title: title ?? null, isBare, content: inlineFrom(tokens) };
}
