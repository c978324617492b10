/** A longer text is not read as JSON before somebody asks for it. */
export const readAtOnceCharacters = 1_000_000;
/** A number of more digits than a double holds would be shown as another one. */
const longNumber = /[:[,\s]-?\d[\d.]{15}/;

/**
 * The object or list that a text is as a whole, or null. Numbers that reading would change make it a text, so that
 * nothing is shown but what was written.
 */
export function jsonInText(text: string): object | null {
  const trimmed = text.trim();
  if (!isFramed(trimmed) || longNumber.test(trimmed)) return null;
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Whether a text begins and ends as an object or a list does: the cheap part of the question. */
export function looksLikeJson(text: string): boolean {
  return isFramed(text.trim());
}

function isFramed(trimmed: string): boolean {
  return (
    (trimmed.startsWith('{') && trimmed.endsWith('}')) || (trimmed.startsWith('[') && trimmed.endsWith(']'))
  );
}
