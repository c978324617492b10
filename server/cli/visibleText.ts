/**
 * Words from a run for a terminal: control and bidirectional characters, which could move the cursor or disguise a
 * command, become visible; so do those noncharacters that paint is made of.
 */
export function visibleText(text: string): string {
  return withoutControls(text).replace(/[\ufdd0-\ufdef]/g, asCode);
}

/** The same for a whole line of ours, which keeps its paint. */
export function withoutControls(line: string): string {
  return line.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, asCode);
}

function asCode(character: string): string {
  return `<${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`;
}
