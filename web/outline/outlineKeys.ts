import type { OutlineRow } from './outlineRows.ts';

/** What a key does in the outline: go to a row, open or close a lane, or on to what the turn holds. */
export type OutlineAct =
  | { kind: 'go'; to: number }
  | { kind: 'toggle'; row: number }
  | { kind: 'enter'; row: number };

interface Pressed {
  key: string;
  /** Index of the row that has the focus. */
  at: number;
  /** Rows that fit into the window. */
  page: number;
}

/** The keys of a tree grid, https://www.w3.org/WAI/ARIA/apg/patterns/treegrid/; null for any other key. */
export function outlineActOf(rows: readonly OutlineRow[], { key, at, page }: Pressed): OutlineAct | null {
  const row = rows[at];
  if (!row) return null;
  const go = (to: number): OutlineAct => ({ kind: 'go', to: Math.min(Math.max(to, 0), rows.length - 1) });
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'PageDown':
      return go(at + page);
    case 'PageUp':
      return go(at - page);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case 'Enter':
    case ' ':
      return row.kind === 'lane' ? { kind: 'toggle', row: at } : { kind: 'enter', row: at };
    case 'ArrowRight':
      if (row.kind !== 'lane') return null;
      return row.isOpen ? go(at + 1) : { kind: 'toggle', row: at };
    case 'ArrowLeft':
      if (row.kind === 'lane' && row.isOpen) return { kind: 'toggle', row: at };
      return row.parent === null ? null : go(row.parent);
    default:
      return null;
  }
}
