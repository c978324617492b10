import { type RefObject, useEffect, useRef, useState } from 'react';
import { useCommands } from '../keys/commandHandlers.ts';
import type { TurnItem } from './turnItems.ts';

/** The way from difference to difference. */
export interface DifferenceSteps {
  count: number;
  /** The one that was gone to last; -1 before the first. */
  at: number;
  next: () => void;
  previous: () => void;
}

interface DifferenceStepsOptions {
  list: RefObject<HTMLElement | null>;
  /** Rows in which something differs, in order. */
  differing: readonly number[];
  items: readonly TurnItem[];
  /** Brings an item into view, by its index. */
  scrollTo: (item: number) => void;
}

/** Goes through the rows that differ, by key or button; each is scrolled to and takes the focus. */
export function useDifferenceSteps(options: DifferenceStepsOptions): DifferenceSteps {
  const { list, differing, items, scrollTo } = options;
  // A new object each time: who goes to the same difference again, having left it, is taken there again.
  const [went, setWent] = useState<{ row: number } | null>(null);
  const wanted = useRef<number | null>(null);
  const at = went === null ? -1 : differing.indexOf(went.row);
  // It has to be drawn before it can have the focus, which may take more than one drawing.
  useEffect(() => {
    if (wanted.current === null) return;
    const element = list.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] [data-step]`);
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
  });
  const go = (by: 1 | -1) => () => {
    const next = differing[Math.min(differing.length - 1, Math.max(0, at + by))];
    if (next === undefined) return;
    wanted.current = next;
    setWent({ row: next });
    scrollTo(items.findIndex(item => item.kind === 'row' && item.row === next));
  };
  const steps = { count: differing.length, at, next: go(1), previous: go(-1) };
  useCommands(differing.length === 0 ? {} : { nextChange: steps.next, previousChange: steps.previous });
  return steps;
}
