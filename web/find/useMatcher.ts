import { useEffect, useMemo, useState } from 'react';
import { ForkpointError } from '../../shared/errors.ts';
import { type Matcher, type SearchQuery, textMatcher } from '../../shared/searchText.ts';

/** What is looked for in what is on screen. */
export interface SearchedText {
  matcher: Matcher;
  /** Further on nothing is looked for. */
  maxCharacters: number;
}

const maxCharacters = { text: 4_000_000, pattern: 300_000 };

/**
 * What a query matches, in the page as on the server. The engine for patterns, which no pattern can hang, is fetched
 * when the first one is searched for; null until then, and for a pattern that is none.
 */
export function useMatcher(query: SearchQuery | null): SearchedText | null {
  const ofText = useMemo(
    () =>
      query === null || query.isPattern || query.text.trim() === ''
        ? null
        : { matcher: textMatcher(query), maxCharacters: maxCharacters.text },
    [query],
  );
  const [ofPattern, setOfPattern] = useState<{ query: SearchQuery; searched: SearchedText } | null>(null);
  useEffect(() => {
    if (!query?.isPattern || query.text === '') return;
    let isWanted = true;
    void patternMatcher(query).then(matcher => {
      if (isWanted && matcher) {
        setOfPattern({ query, searched: { matcher, maxCharacters: maxCharacters.pattern } });
      }
    });
    return () => {
      isWanted = false;
    };
  }, [query]);
  return ofText ?? (ofPattern?.query === query ? ofPattern.searched : null);
}

async function patternMatcher(query: SearchQuery): Promise<Matcher | null> {
  const { matcherOf } = await import('../../shared/matcher.ts');
  try {
    return matcherOf(query);
  } catch (error) {
    // The list of hits says what is wrong with it.
    if (error instanceof ForkpointError && error.code === 'bad-pattern') return null;
    throw error;
  }
}
