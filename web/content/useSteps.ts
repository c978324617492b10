import { useState } from 'react';
import { usePrinting } from '../ui/useSize.ts';

/** So much of a list is put on paper, whatever is shown of it on the screen. */
export const printedRows = 400;

/** A long list that is shown step by step: how many of it are, how many are not yet, and the way to more. */
export function useSteps(count: number, step: number) {
  const [wanted, setWanted] = useState(step);
  const isPrinting = usePrinting();
  const most = isPrinting ? Math.max(wanted, printedRows) : wanted;
  // A last few are not worth a step of their own.
  const shown = count <= most + step / 4 ? count : most;
  return { shown, left: count - shown, isPrinting, showMore: () => setWanted(wanted * 2 + step) };
}
