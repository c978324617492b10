import { useState } from 'react';

/** A long list that is shown step by step: how many of it are, how many are not yet, and the way to more. */
export function useSteps(count: number, step: number) {
  const [wanted, setWanted] = useState(step);
  // A last few are not worth a step of their own.
  const shown = count <= wanted + step / 4 ? count : wanted;
  return { shown, left: count - shown, showMore: () => setWanted(wanted * 2 + step) };
}
