import { type RefObject, useEffect } from 'react';
import { type Matcher, type SearchQuery, textMatcher } from '../../shared/searchText.ts';

/** A hit that was gone to: `ordinal` counts those of its turn from 0. Each step is another object. */
export interface FoundStep {
  ordinal: number;
}

/** The browser paints them; where it cannot, nothing is marked. */
const HIGHLIGHT = 'forkpoint-found';
const maxRanges = 1000;

/**
 * Marks what is looked for in what an element shows, as long as it shows it, and brings the hit that was gone to into
 * view. Nothing is changed in the element. Patterns are not marked: the browser's own engine could hang on one.
 */
export function useFoundText(
  within: RefObject<HTMLElement | null>,
  query: SearchQuery | null,
  step: FoundStep | null,
): void {
  useEffect(() => {
    const element = within.current;
    const isMarkable = query !== null && !query.isPattern && query.text.trim() !== '';
    if (!element || !isMarkable || !('highlights' in CSS)) return;
    const matcher = textMatcher(query);
    let pending = step;
    let frame = 0;
    const mark = () => {
      const ranges = rangesIn(element, matcher);
      CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
      const target = pending && (ranges[pending.ordinal] ?? ranges[0]);
      target?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
      if (target) pending = null;
    };
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(mark);
    });
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(HIGHLIGHT);
    };
  }, [within, query, step]);
}

function rangesIn(element: HTMLElement, matcher: Matcher): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < maxRanges; node = walker.nextNode()) {
    for (const [start, end] of matcher(node.nodeValue ?? '')) {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
}
