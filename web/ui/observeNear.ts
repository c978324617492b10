import { scrollParentOf } from './scrollParent.ts';

type OnCross = (entry: IntersectionObserverEntry) => void;

/** How far outside of what is in view something is still near it. */
const NEAR = '600px 0px';

/** One observer for everything that scrolls with the same element: a long list has many parts. */
const observers = new WeakMap<Element, { observer: IntersectionObserver; onCross: Map<Element, OnCross> }>();

/** Tells whenever an element comes near what is in view or goes away from it, and at first. @returns ends that */
export function observeNear(element: Element, onCross: OnCross): () => void {
  const root = scrollParentOf(element);
  const shared = observers.get(root ?? document.documentElement) ?? observerFor(root);
  shared.onCross.set(element, onCross);
  shared.observer.observe(element);
  return () => {
    shared.onCross.delete(element);
    shared.observer.unobserve(element);
  };
}

function observerFor(root: Element | null) {
  const onCross = new Map<Element, OnCross>();
  const observer = new IntersectionObserver(
    entries => {
      for (const entry of entries) onCross.get(entry.target)?.(entry);
    },
    { root, rootMargin: NEAR },
  );
  const shared = { observer, onCross };
  observers.set(root ?? document.documentElement, shared);
  return shared;
}
