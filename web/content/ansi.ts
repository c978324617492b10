/** A stretch of terminal text with one look. */
export interface AnsiPiece {
  text: string;
  /** 0 to 15, as terminals number them; null for the colour of the text around. */
  color: number | null;
  background: number | null;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
}

type Look = Omit<AnsiPiece, 'text'>;

const plain: Look = {
  color: null,
  background: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
};

/** Only "select graphic rendition" (ECMA-48, 8.3.117). What else a terminal obeys stays text and shows as a sign. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const selectLook = /\u001b\[([\d;:]*)m/g;

/** Terminal output without its colour codes. */
export function withoutLook(text: string): string {
  return text.replaceAll(selectLook, '');
}

/** Splits terminal output by its colour codes. Conceal and blink are not followed: nothing is hidden. */
export function ansiPieces(text: string): AnsiPiece[] {
  const pieces: AnsiPiece[] = [];
  let look = plain;
  let end = 0;
  for (const match of text.matchAll(selectLook)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), ...look });
    look = lookAfter(look, (match[1] ?? '').split(/[;:]/).map(Number));
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), ...look });
  return pieces;
}

function lookAfter(before: Look, codes: readonly number[]): Look {
  let look = before;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      const { color, used } = extendedColor(codes.slice(at + 1));
      look = code === 38 ? { ...look, color } : { ...look, background: color };
      at += used;
    } else look = { ...look, ...changeOf(code) };
  }
  return look;
}

/** `5;n` (of 256) or `2;r;g;b`: the first sixteen have names of their own, the others keep the text's colour. */
function extendedColor([kind, color = 0]: readonly number[]): { color: number | null; used: number } {
  if (kind === 5) return { color: color < 16 ? color : null, used: 2 };
  return { color: null, used: kind === 2 ? 4 : 0 };
}

const switches: Record<number, Partial<Look>> = {
  0: plain,
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  39: { color: null },
  49: { background: null },
};

function changeOf(code: number): Partial<Look> {
  if (code >= 30 && code <= 37) return { color: code - 30 };
  if (code >= 90 && code <= 97) return { color: code - 90 + 8 };
  if (code >= 40 && code <= 47) return { background: code - 40 };
  if (code >= 100 && code <= 107) return { background: code - 100 + 8 };
  return switches[code] ?? {};
}
