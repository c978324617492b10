import { useRef } from 'react';
import { rowOfTyped } from './outlineKeys.ts';
import type { OutlineRow } from './outlineRows.ts';

/** Digits that follow one another within this time make one number. */
const TYPING_MS = 800;

/** Takes digits one by one; gives the row of the turn that they name so far, or null for any other key. */
export function useTypedTurn(rows: readonly OutlineRow[], at: number): (key: string) => number | null {
  const typed = useRef({ digits: '', atMs: 0 });
  return key => {
    if (!/^\d$/.test(key)) return null;
    const now = performance.now();
    const isGoingOn = now - typed.current.atMs < TYPING_MS;
    typed.current = { digits: (isGoingOn ? typed.current.digits : '') + key, atMs: now };
    return rowOfTyped(rows, typed.current.digits, at);
  };
}
