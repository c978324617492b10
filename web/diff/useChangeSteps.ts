import { useEffect, useRef, useState } from 'react';
import type { MessageDiff } from '../../shared/diff/messagesDiff.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { entryName } from './diffRows.ts';

export interface ChangeSteps {
  /** Place of the change that was gone to last, from 0; -1 before any. */
  at: number;
  /** The entry of it: what is gone to has to be drawn, however far it lies from what is in view. */
  current: number | null;
  count: number;
  next: () => void;
  previous: () => void;
  /** Goes to the change of an entry. */
  goTo: (entry: number) => void;
  /** Place of an entry's change among all, from 0. */
  placeOf: (entry: number) => number;
  /** Where a change puts its element, so that it can be gone to. */
  refOf: (entry: number) => (element: HTMLElement | null) => void;
}

/**
 * Goes from change to change by button and by key.
 * @param steps indices of the entries that differ, in the order in which they are shown
 * @param isSplit whether they stand in two columns
 */
export function useChangeSteps(
  steps: readonly number[],
  entries: readonly MessageDiff[],
  isSplit: boolean,
): ChangeSteps {
  // By name: the same message is gone on from when white space makes other entries of the diff.
  const [went, setWent] = useState<string | null>(null);
  // Who goes to the same change again, having scrolled away from it, is taken there again.
  const [visit, setVisit] = useState(0);
  const elements = useRef(new Map<number, HTMLElement>());
  const at = went === null ? -1 : placeOfName(went, steps, entries);
  const current = steps[at] ?? null;
  const goTo = (step: number | undefined) => {
    const entry = entries[step ?? -1];
    if (!entry) return;
    setWent(entryName(entry));
    setVisit(visit + 1);
  };
  const next = () => goTo(steps[Math.min(at + 1, steps.length - 1)]);
  const previous = () => goTo(steps[Math.max(at - 1, 0)]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every visit goes there, also one to the same place, and nothing else does
  useEffect(() => {
    const element = elements.current.get(current ?? -1);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'start' });
  }, [visit]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: in one column or two everything stands elsewhere; the change stays in view
  useEffect(() => {
    elements.current.get(current ?? -1)?.scrollIntoView({ block: 'start' });
  }, [isSplit]);

  const hasChanges = steps.length > 0;
  useCommands({ nextChange: hasChanges ? next : null, previousChange: hasChanges ? previous : null });

  const refOf = (entry: number) => (element: HTMLElement | null) => {
    if (element) elements.current.set(entry, element);
    else elements.current.delete(entry);
  };
  const placeOf = (entry: number) => steps.indexOf(entry);
  return { at, current, count: steps.length, next, previous, goTo, placeOf, refOf };
}

/** Place of the step whose entry has a name, from 0; -1 where none has it any more. */
export function placeOfName(name: string, steps: readonly number[], entries: readonly MessageDiff[]): number {
  return steps.findIndex(step => {
    const entry = entries[step];
    return entry !== undefined && entryName(entry) === name;
  });
}
