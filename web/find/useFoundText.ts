import { type RefObject, useEffect } from 'react';
import { foundPlace, type SoughtPlace } from '../../shared/foundPlace.ts';
import type { Match } from '../../shared/searchText.ts';
import { type DrawnText, drawnTextOf, rangeOf } from './drawnText.ts';
import { scrollToRange } from './scrollToRange.ts';
import type { SearchedText } from './useMatcher.ts';

/** The browser paints them; where it cannot, nothing is marked. */
const FOUND = 'forkpoint-found';
const SOUGHT = 'forkpoint-sought';
const maxRanges = 1000;
/** What unfolds for a place that is sought has done so by then; after that the page stays where the person puts it. */
const settleMs = 3000;

/**
 * Marks what is looked for in what an element shows, as long as it shows it, and brings the place that was gone to into
 * view as soon as it is there. Nothing is changed in the element.
 */
export function useFoundText(
  within: RefObject<HTMLElement | null>,
  searched: SearchedText | null,
  place: SoughtPlace | null,
): void {
  useEffect(() => {
    const element = within.current;
    if (!element || (!searched && !place) || !('highlights' in CSS)) return;
    let isPending = place !== null;
    let frame = 0;
    const mark = () => {
      const drawn = drawnTextOf(element, searched?.maxCharacters ?? Number.POSITIVE_INFINITY);
      CSS.highlights.set(FOUND, new Highlight(...(searched ? rangesOf(drawn, searched) : [])));
      // What is still shown of another scene is not what was gone to.
      if (place && element.querySelector('[aria-busy="true"]') === null) seek(drawn, place);
    };
    const seek = (drawn: DrawnText, wanted: SoughtPlace) => {
      const found = foundPlace(drawn.text, wanted);
      const range = found && rangeOf(drawn, found.match);
      CSS.highlights.set(SOUGHT, new Highlight(...(range ? [range] : [])));
      if (range && isPending) scrollToRange(range);
      if (found?.isExact) isPending = false;
    };
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(mark);
    });
    const letGo = () => {
      isPending = false;
    };
    const timer = setTimeout(letGo, settleMs);
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    element.addEventListener('wheel', letGo, { passive: true });
    mark();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      element.removeEventListener('wheel', letGo);
      CSS.highlights.delete(FOUND);
      CSS.highlights.delete(SOUGHT);
    };
  }, [within, searched, place]);
}

function rangesOf(drawn: DrawnText, { matcher }: SearchedText): Range[] {
  const ranges: Range[] = [];
  for (const match of matcher(drawn.text) satisfies Iterable<Match>) {
    const range = rangeOf(drawn, match);
    if (range) ranges.push(range);
    if (ranges.length >= maxRanges) break;
  }
  return ranges;
}
