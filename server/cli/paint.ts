import { withoutControls } from './visibleText.ts';

/** ECMA-48's "select graphic rendition": the number that switches a colour on, and the one that switches it off. */
const codes = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
  underline: [4, 24],
} as const;

type Paint = Record<keyof typeof codes, (text: string) => string>;

/**
 * Colours are put into a line as noncharacters of Unicode, which no text holds: what runs say can be made visible whole,
 * and only then do they become what a terminal obeys. An empty text stays empty.
 */
const FIRST_MARK = 0xfdd0;
const marks = /[\ufdd0-\ufddb]/g;

const marked = Object.values(codes).flatMap(code => [...code]);

function paintWith(name: keyof typeof codes): (text: string) => string {
  const at = FIRST_MARK + 2 * Object.keys(codes).indexOf(name);
  const [on, off] = [String.fromCharCode(at), String.fromCharCode(at + 1)];
  return text => (text === '' ? '' : `${on}${text}${off}`);
}

/** Paints words; whether anybody sees the colours is the stream's matter (`toTerminal`). */
export const paint: Paint = {
  bold: paintWith('bold'),
  dim: paintWith('dim'),
  green: paintWith('green'),
  red: paintWith('red'),
  yellow: paintWith('yellow'),
  underline: paintWith('underline'),
};

/** A line for a stream: control and bidirectional characters visible, and its paint as colours or left out. */
export function toTerminal(line: string, isColoured: boolean): string {
  return withoutControls(line).replace(marks, mark => {
    const code = marked[mark.charCodeAt(0) - FIRST_MARK];
    return isColoured && code !== undefined ? `\u001b[${code}m` : '';
  });
}
