/** How well a word of the search fits a text: as a word of its own, as a word's beginning, inside, or letter by letter. */
const EXACT = 8;
const BEGINNING = 4;
const INSIDE = 2;
const SCATTERED = 1;

/**
 * How well a search fits an entry, higher is better; null where one of its words does not fit at all.
 * @param label what the entry is called: a word may also be scattered over it, in order, as `rwd` over `rewind`
 * @param more what else it can be found by
 */
export function fitOf(search: string, label: string, more = ''): number | null {
  const name = label.toLowerCase();
  const rest = more.toLowerCase();
  let fit = 0;
  for (const word of search.toLowerCase().split(/\s+/).filter(Boolean)) {
    const found =
      Math.max(2 * fitIn(name, word), fitIn(rest, word)) || Number(isScattered(name, word)) * SCATTERED;
    if (found === 0) return null;
    fit += found;
  }
  return fit;
}

/** The entries that a search fits, the best first; those that fit alike keep their order. */
export function bestFits<T extends { label: string; more?: string | undefined }>(
  entries: readonly T[],
  search: string,
): T[] {
  if (search.trim() === '') return [...entries];
  return entries
    .flatMap(entry => {
      const fit = fitOf(search, entry.label, entry.more);
      return fit === null ? [] : { entry, fit };
    })
    .sort((x, y) => y.fit - x.fit)
    .map(({ entry }) => entry);
}

const isPartOfWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

function fitIn(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0 && best < EXACT; at = text.indexOf(word, at + 1)) {
    if (isPartOfWord(text[at - 1])) best = Math.max(best, INSIDE);
    else best = Math.max(best, isPartOfWord(text[at + word.length]) ? BEGINNING : EXACT);
  }
  return best;
}

function isScattered(text: string, word: string): boolean {
  let at = -1;
  return [...word].every(sign => {
    at = text.indexOf(sign, at + 1);
    return at >= 0;
  });
}
