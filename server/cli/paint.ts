/** Colours for a terminal, or none. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
}

/** ECMA-48's "select graphic rendition": its number on, its number off. */
const codes = { bold: [1, 22], dim: [2, 22], green: [32, 39], red: [31, 39], yellow: [33, 39] } as const;

/** Paints where the reader sees colours; an empty text stays empty. */
export function paintFor(isColoured: boolean): Paint {
  const with_ =
    ([on, off]: readonly [number, number]) =>
    (text: string) =>
      isColoured && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    bold: with_(codes.bold),
    dim: with_(codes.dim),
    green: with_(codes.green),
    red: with_(codes.red),
    yellow: with_(codes.yellow),
  };
}
