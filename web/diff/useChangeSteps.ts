import { useEffect, useRef, useState } from 'react';

export interface ChangeSteps {
  /** Place of the change that was gone to last, from 0; -1 before any. */
  at: number;
  /** Its id: the message that is gone to has to be drawn, however long the stretch is that it stands in. */
  current: number | null;
  count: number;
  next: () => void;
  previous: () => void;
  /** Where a change puts its element, so that it can be gone to. */
  refOf: (id: number) => (element: HTMLElement | null) => void;
}

/** Goes from change to change by button, and by the keys n and p while nothing is typed anywhere. */
export function useChangeSteps(ids: readonly number[]): ChangeSteps {
  const [at, setAt] = useState(-1);
  const elements = useRef(new Map<number, HTMLElement>());
  const current = ids[at] ?? null;
  const next = () => setAt(Math.min(at + 1, ids.length - 1));
  const previous = () => setAt(Math.max(at - 1, 0));

  useEffect(() => {
    const element = elements.current.get(current ?? -1);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'start' });
  }, [current]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === 'n') next();
      else if (event.key === 'p') previous();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });

  const refOf = (id: number) => (element: HTMLElement | null) => {
    if (element) elements.current.set(id, element);
    else elements.current.delete(id);
  };
  return { at, current, count: ids.length, next, previous, refOf };
}

/** Whether a key press goes into a field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [role="combobox"]') !== null
  );
}
