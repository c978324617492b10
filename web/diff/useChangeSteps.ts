import { useEffect, useRef, useState } from 'react';
import { useCommands } from '../keys/commandHandlers.ts';

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

/** Goes from change to change by button and by key. */
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

  useCommands({ nextChange: ids.length > 0 ? next : null, previousChange: ids.length > 0 ? previous : null });

  const refOf = (id: number) => (element: HTMLElement | null) => {
    if (element) elements.current.set(id, element);
    else elements.current.delete(id);
  };
  return { at, current, count: ids.length, next, previous, refOf };
}
