import type { ComparedRow } from '../../shared/compare/comparison.ts';
import type { TurnsView } from './keptTurnsView.ts';

/** What stands in the list of turns: a row, or the sign of rows that are the same on all sides. */
export type TurnItem =
  | { kind: 'row'; key: string; row: number }
  /** `isOpen`: its rows follow, and the sign folds them again. */
  | { kind: 'fold'; key: string; row: number; count: number; isOpen: boolean };

/** A single row takes no more room than the sign that would stand for it. */
const LEAST_FOLDED = 2;

/** The rows with stretches of `same` folded; nothing that differs is ever in a fold, and nothing that is looked into. */
export function turnItems(rows: readonly ComparedRow[], view: TurnsView): TurnItem[] {
  const items: TurnItem[] = [];
  for (let at = 0; at < rows.length; ) {
    const end = view.onlyDifferences ? endOfSame(rows, at) : at;
    if (end === at) items.push(rowItem(rows, at));
    else items.push(...sameItems(rows, { at, end }, view));
    at = Math.max(end, at + 1);
  }
  return items;
}

/** Index after the rows from `at` on that are the same on all sides. */
function endOfSame(rows: readonly ComparedRow[], at: number): number {
  let end = at;
  while (rows[end]?.kind === 'same') end++;
  return end;
}

/** Rows from `at` up to `end` that are all the same, behind their sign; around those that are looked into. */
function sameItems(
  rows: readonly ComparedRow[],
  { at, end }: { at: number; end: number },
  view: TurnsView,
): TurnItem[] {
  const all = rows.slice(at, end).map((_, index) => rowItem(rows, at + index));
  if (all.length < LEAST_FOLDED) return all;
  const key = `fold ${keyOfRow(rows[at])}`;
  const sign = { kind: 'fold', key, row: at, count: all.length } as const;
  if (view.openedFolds.has(key)) return [{ ...sign, isOpen: true }, ...all];
  const opened = all.find(item => view.openedRows.has(item.key));
  if (!opened) return [{ ...sign, isOpen: false }];
  return [
    ...sameItems(rows, { at, end: opened.row }, view),
    opened,
    ...sameItems(rows, { at: opened.row + 1, end }, view),
  ];
}

function rowItem(rows: readonly ComparedRow[], row: number): TurnItem {
  return { kind: 'row', key: keyOfRow(rows[row]), row };
}

/** Names a row by its first turn: that stays the same while the run grows. */
export function keyOfRow(row: ComparedRow | undefined): string {
  const column = row?.cells.findIndex(cell => cell !== null) ?? -1;
  return `${column}:${row?.cells[column]?.at.turn ?? ''}`;
}

/** Indices of the rows in which something differs, in order. */
export function differingRows(rows: readonly ComparedRow[]): number[] {
  return rows.flatMap(({ kind }, index) => (kind === 'same' ? [] : index));
}
