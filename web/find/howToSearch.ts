import type { SearchQuery } from '../../shared/searchText.ts';

/** The switches of a search, each with the letter that stands for it in the URL. */
export const switches = [
  { letter: 'c', field: 'matchCase' },
  { letter: 'w', field: 'wholeWord' },
  { letter: 'p', field: 'isPattern' },
] as const;

/** The search that the URL names. */
export function searchQueryFrom(text: string, how: string | null): SearchQuery {
  const isOn = (letter: string) => how?.includes(letter) ?? false;
  return { text, matchCase: isOn('c'), wholeWord: isOn('w'), isPattern: isOn('p') };
}

/** The letters with one of them switched on or off, or null where none is left. */
export function withSwitched(how: string | null, letter: string): string | null {
  const isOn = (other: string) => (how?.includes(other) ?? false) !== (other === letter);
  return (
    switches
      .map(({ letter: other }) => other)
      .filter(isOn)
      .join('') || null
  );
}
