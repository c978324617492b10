import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const nearEndPx = 40;

/**
 * Keeps the end of a growing content in view, as long as the person is at the end of the tab it stands in.
 * @param grown changes whenever the content has grown
 * @param fromStart whether to go to the end at once: nobody has chosen what to look at
 */
export function useFollowEnd(ref: RefObject<HTMLElement | null>, grown: unknown, fromStart: boolean): void {
  const follows = useRef(fromStart);
  useEffect(() => {
    const panel = panelOf(ref.current);
    if (!panel) return;
    const onScroll = () => {
      follows.current = panel.scrollHeight - panel.scrollTop - panel.clientHeight < nearEndPx;
    };
    panel.addEventListener('scroll', onScroll, { passive: true });
    return () => panel.removeEventListener('scroll', onScroll);
  }, [ref]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: growth is what it answers to
  useLayoutEffect(() => {
    const panel = panelOf(ref.current);
    if (panel && follows.current) panel.scrollTop = panel.scrollHeight;
  }, [ref, grown]);
}

/** The tab that scrolls around an element. */
export function panelOf(element: HTMLElement | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[role="tabpanel"]') ?? null;
}
