import { useEffect, useState } from 'react';
import type { OutlineRow } from './outlineRows.ts';
import { rowsOfTyped, type Typed, typedWith } from './typedRow.ts';

/** Digits that follow one another within this time make one number. Words last until another key ends them. */
const pauseMs = 800;

/** What is typed in the outline: takes keys one by one, and shows the words that were typed so far. */
export function useTypedRow(rows: readonly OutlineRow[], at: number) {
  const [typed, setTyped] = useState<Typed | null>(null);
  useEffect(() => {
    if (typed === null || typed.isWords) return;
    const timer = setTimeout(() => setTyped(null), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    words: typed?.isWords ? { text: typed.text, count: rowsOfTyped(rows, typed).length } : null,
    /** @returns whether the key was typed, and the row that it leads to, where there is one */
    press: (key: string): { to: number | null } | null => {
      const next = typedWith(typed, key, at);
      if (next !== null || typed !== null) setTyped(next);
      return next && { to: rowsOfTyped(rows, next)[0] ?? null };
    },
    end: () => setTyped(null),
  };
}
