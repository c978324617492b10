import { useState } from 'react';
import type { LineRows } from './lineRows.ts';

interface OpenedRows {
  /** By the start of a fold, how many of its rows are shown. */
  opened: ReadonlyMap<number, number>;
  /** A row that somebody goes to. */
  wanted: number | null;
}

const nothing: OpenedRows = { opened: new Map(), wanted: null };

/** What is unfolded of rows. They are named by their places, which say nothing about the rows of another diff. */
export function useOpenedRows(rows: LineRows) {
  const [state, setState] = useState({ ...nothing, of: rows });
  const { opened, wanted } = state.of === rows ? state : nothing;
  const change = (make: (before: OpenedRows) => OpenedRows) =>
    setState(before => ({ ...make(before.of === rows ? before : nothing), of: rows }));
  return {
    opened,
    wanted,
    open: (fold: number, by: number) =>
      change(before => ({
        ...before,
        opened: new Map(before.opened).set(fold, (before.opened.get(fold) ?? 0) + by),
      })),
    want: (row: number) => change(before => ({ ...before, wanted: row })),
  };
}
