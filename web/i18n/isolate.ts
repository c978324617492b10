/** Unicode's first strong isolate and its end (UAX #9): what stands between runs in its own way and moves nothing around it. */
const START = '\u2068';
const END = '\u2069';
/** Letters of scripts that run from right to left. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Numbers alone stand in their place in every script. */
const isNumber = (value: string) => /^\p{Nd}*$/u.test(value);

/**
 * A value as it is put into a phrase: apart from the words around it, where they or it run from right to left. One that
 * would end its own isolate early, or never, is left to show that.
 */
export function isolated(value: string, direction: 'ltr' | 'rtl'): string {
  const isMixed = direction === 'rtl' ? !isNumber(value) : rightToLeft.test(value);
  return isMixed && partsOf(value) !== null ? START + value + END : value;
}

/** A text in parts: words, and what stands in an isolate of its own. */
export type TextPart = string | readonly TextPart[];

/**
 * The isolates of a phrase, one in another as they stand. A text with one that is not closed, or closed twice, is one
 * part: its signs are then shown for what they are.
 */
export function isolatedParts(text: string): readonly TextPart[] {
  return partsOf(text) ?? [text];
}

/** The text with another way of writing its words; its isolates stay. */
export function mapIsolated(text: string, write: (words: string) => string): string {
  const written = (part: TextPart): string =>
    typeof part === 'string' ? write(part) : START + part.map(written).join('') + END;
  return isolatedParts(text).map(written).join('');
}

function partsOf(text: string): TextPart[] | null {
  if (!text.includes(START) && !text.includes(END)) return text === '' ? [] : [text];
  const open: TextPart[][] = [[]];
  for (const piece of text.split(/([\u2068\u2069])/)) {
    if (piece === START) open.push([]);
    else if (piece === END) {
      const inner = open.pop() ?? [];
      if (open.length === 0) return null;
      open.at(-1)?.push(inner);
    } else if (piece !== '') open.at(-1)?.push(piece);
  }
  return open.length === 1 ? (open[0] ?? []) : null;
}
