import { type Fold, foldUnchanged } from '../../shared/diff/foldHunks.ts';
import { kindOfLine, type LineTable } from './lineTable.ts';

/**
 * How the lines of a table stand below each other: one a row, or in two columns, where what went stands beside what came
 * in its place. Places in the table; -1 where a side is empty.
 */
export interface LineRows {
  left: Int32Array;
  right: Int32Array;
}

/** One line a row: both sides name it. */
export function rowsInColumn({ kinds }: LineTable): LineRows {
  const places = Int32Array.from(kinds, (_, index) => index);
  return { left: places, right: places };
}

/** In two columns: each stretch of removed lines stands beside the added ones that follow it. */
export function rowsSideBySide(table: LineTable): LineRows {
  const [left, right]: [number[], number[]] = [[], []];
  const { length } = table.kinds;
  for (let at = 0; at < length; ) {
    if (kindOfLine(table, at) === 'same') {
      left.push(at);
      right.push(at);
      at++;
      continue;
    }
    const added = endOf(table, at, 'removed');
    const end = endOf(table, added, 'added');
    for (let row = 0; row < Math.max(added - at, end - added); row++) {
      left.push(at + row < added ? at + row : -1);
      right.push(added + row < end ? added + row : -1);
    }
    at = end;
  }
  return { left: Int32Array.from(left), right: Int32Array.from(right) };
}

function endOf(table: LineTable, from: number, kind: 'removed' | 'added'): number {
  let end = from;
  while (end < table.kinds.length && kindOfLine(table, end) === kind) end++;
  return end;
}

const aroundChanges = { context: 3, least: 4 };

/** Rows that are equal and far from any change are folded. */
export function foldedRows(table: LineTable, rows: LineRows): Fold[] {
  const isSame = (line: number | undefined) =>
    line !== undefined && line >= 0 && kindOfLine(table, line) === 'same';
  return foldUnchanged(rows.left.length, row => !isSame(rows.left[row]), aroundChanges);
}

/** Rows that are drawn together, or those that a fold still holds. */
export interface RowStretch {
  kind: 'rows' | 'fold';
  start: number;
  end: number;
  /** Where the fold begins that it belongs to, or the shown stretch. */
  of: number;
}

/**
 * What there is to draw, in pieces: only those near the screen are in the page.
 * @param opened by the start of a fold, how many of its rows are shown
 */
export function rowStretches(
  folds: readonly Fold[],
  opened: ReadonlyMap<number, number>,
  piece: number,
): RowStretch[] {
  return folds.flatMap(({ start, end, folded }) => {
    const shownEnd = folded ? Math.min(end, start + (opened.get(start) ?? 0)) : end;
    const stretches: RowStretch[] = [];
    for (let at = start; at < shownEnd; at += piece) {
      stretches.push({ kind: 'rows', start: at, end: Math.min(at + piece, shownEnd), of: start });
    }
    if (shownEnd < end) stretches.push({ kind: 'fold', start: shownEnd, end, of: start });
    return stretches;
  });
}

/** The stretch in which a row lies. */
export function stretchOf(row: number, stretches: readonly RowStretch[]): RowStretch | undefined {
  return stretches.find(({ start, end }) => start <= row && row < end);
}

/** As much of it as is put on paper, up to so many shown rows, and how many more there are. */
export function printedStretches(
  stretches: readonly RowStretch[],
  most: number,
): { printed: RowStretch[]; left: number } {
  const printed: RowStretch[] = [];
  for (const stretch of stretches) {
    const room = most - shownRows(printed);
    if (room === 0) break;
    const isFold = stretch.kind === 'fold';
    printed.push(isFold ? stretch : { ...stretch, end: Math.min(stretch.end, stretch.start + room) });
  }
  return { printed, left: shownRows(stretches) - shownRows(printed) };
}

function shownRows(stretches: readonly RowStretch[]): number {
  return stretches.reduce((sum, { kind, start, end }) => sum + (kind === 'rows' ? end - start : 0), 0);
}
