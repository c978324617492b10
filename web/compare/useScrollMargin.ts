import { type RefObject, useLayoutEffect, useState } from 'react';

/** How far a list begins below the start of what scrolls, in pixels, kept true while what stands above it grows. */
export function useScrollMargin(list: RefObject<HTMLElement | null>, scroll: HTMLElement | null): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const [inner, outer] = [list.current, scroll];
    if (!inner || !outer) return;
    const measure = () => {
      const top = inner.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop;
      setMargin(Math.round(top));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    if (outer.firstElementChild) observer.observe(outer.firstElementChild);
    return () => observer.disconnect();
  }, [list, scroll]);
  return margin;
}
