/**
 * Words from a run for a terminal: control and bidirectional characters, which could move the cursor or disguise a
 * command, become visible.
 */
export function visibleText(text: string): string {
  return text.replace(
    /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    character => `<${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}>`,
  );
}
