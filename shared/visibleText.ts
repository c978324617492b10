/** A stretch of text: plain, or the visible sign of a character that would not show itself. */
export interface TextPiece {
  text: string;
  sign: boolean;
}

/**
 * Control characters except tab and line feed, and characters that steer direction or hide: Unicode's bidirectional
 * controls (UAX #9), zero-width characters, fillers without a picture, line separators, the byte order mark, tag
 * characters and the selectors that can smuggle bytes. Joiners are left alone where scripts and emoji need them, which
 * is never beside ASCII.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|\u034F|(?<=[ -~])[\u200C\u200D]|[\u200C\u200D](?=[ -~])|[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]|\p{Surrogate}/gu;

/** Splits a text into plain pieces and signs: `␛` for a control, `[U+202E]` for what has no picture. */
export function visiblePieces(text: string): TextPiece[] {
  const source = text.replaceAll('\r\n', '\n');
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of source.matchAll(hidden)) {
    if (match.index > end) pieces.push({ text: source.slice(end, match.index), sign: false });
    const last = pieces.at(-1);
    // A run of signs is one piece: a text of nothing else would be as many elements as it has characters.
    if (last?.sign) last.text += signOf(match[0]);
    else pieces.push({ text: signOf(match[0]), sign: true });
    end = match.index + match[0].length;
  }
  if (end < source.length) pieces.push({ text: source.slice(end), sign: false });
  return pieces;
}

/** The text with signs in it, for places that take only a string: names, tooltips. */
export function visibleText(text: string): string {
  return visiblePieces(text)
    .map(piece => piece.text)
    .join('');
}

/** Unicode's control pictures start at U+2400 in the order of the controls; delete has its own. */
function signOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
