/** A piece of a line: plain, strong, or code. Everything else (links, images, HTML) stays as it was written. */
export interface InlinePiece {
  kind: 'text' | 'strong' | 'code';
  text: string;
}

/** A stretch of a model's words. */
export type TextBlockView =
  | { kind: 'paragraph'; lines: InlinePiece[][] }
  | { kind: 'heading'; line: InlinePiece[] }
  | { kind: 'item'; marker: string; depth: number; lines: InlinePiece[][] }
  | { kind: 'code'; language: string; text: string };

const fenceStart = /^\s{0,3}(```+|~~~+)\s*([\w+#.-]*)[^`]*$/;
const headingLine = /^#{1,6}\s+(.+)$/;
const itemLine = /^(\s*)([-*+•]|\d{1,4}[.)])\s+(.*)$/;

/**
 * Reads the little markdown that models write: paragraphs, fenced code, headings, lists, strong, inline code. No
 * character of the text is lost but the marks of these; links and images keep their source, so that their URL shows.
 */
export function lightMarkdown(text: string): TextBlockView[] {
  const blocks: TextBlockView[] = [];
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  for (let at = 0; at < lines.length; ) {
    const fence = fenceStart.exec(lines[at] ?? '');
    if (!fence) {
      addLine(blocks, lines[at] ?? '', lines[at - 1] ?? '');
      at++;
      continue;
    }
    const end = lines.findIndex((line, index) => index > at && line.trim().startsWith(fence[1] ?? '```'));
    const stop = end < 0 ? lines.length : end;
    blocks.push({ kind: 'code', language: fence[2] ?? '', text: lines.slice(at + 1, stop).join('\n') });
    at = stop + 1;
  }
  return blocks;
}

function addLine(blocks: TextBlockView[], line: string, before: string) {
  if (line.trim() === '') return;
  const heading = headingLine.exec(line);
  if (heading) {
    blocks.push({ kind: 'heading', line: inlinePieces(heading[1] ?? '') });
    return;
  }
  const item = itemLine.exec(line);
  if (item) {
    const depth = Math.min(4, Math.floor((item[1] ?? '').replaceAll('\t', '  ').length / 2));
    blocks.push({ kind: 'item', marker: item[2] ?? '-', depth, lines: [inlinePieces(item[3] ?? '')] });
    return;
  }
  const last = blocks.at(-1);
  const goesOn = before.trim() !== '';
  if (goesOn && (last?.kind === 'paragraph' || last?.kind === 'item')) last.lines.push(inlinePieces(line));
  else blocks.push({ kind: 'paragraph', lines: [inlinePieces(line)] });
}

const inlineMark = /`([^`]+)`|\*\*(?=\S)([^*]+?)(?<=\S)\*\*/g;

function inlinePieces(line: string): InlinePiece[] {
  const pieces: InlinePiece[] = [];
  let end = 0;
  for (const match of line.matchAll(inlineMark)) {
    if (match.index > end) pieces.push({ kind: 'text', text: line.slice(end, match.index) });
    const [code, strong] = [match[1], match[2]];
    pieces.push(code === undefined ? { kind: 'strong', text: strong ?? '' } : { kind: 'code', text: code });
    end = match.index + match[0].length;
  }
  if (end < line.length) pieces.push({ kind: 'text', text: line.slice(end) });
  return pieces;
}
