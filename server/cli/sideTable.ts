import { firstWords } from '../../shared/message.ts';
import { paint } from './paint.ts';
import { visibleText } from './visibleText.ts';

/** What one side has in a row; its paint comes last, so that it takes no width. */
export interface SideCell {
  text: string;
  look?: (text: string) => string;
}

/** One thing that is told of every side; null where a side has nothing. */
export interface SideCells {
  label: string;
  cells: readonly (SideCell | null)[];
  /** What stands behind the cells. */
  note?: string;
}

/** Or a line across all of them. */
export type SideRow = SideCells | { line: string };

const gap = '  ';
/** Narrower columns tell nothing. */
const leastWidth = 24;
const mostNote = 24;

/**
 * Rows for a terminal: sides in columns, or, where these would be too narrow, below each other.
 * @param names of the sides
 * @param width of the terminal, in characters
 */
export function linesOfSides(names: readonly string[], rows: readonly SideRow[], width: number): string[] {
  const told = rows.filter(row => 'cells' in row);
  const labelWidth = widest(
    told.map(({ label }) => label),
    8,
    Math.floor(width / 4),
  );
  const noteWidth = widest(
    told.map(({ note = '' }) => note),
    0,
    mostNote,
  );
  const gaps = gap.length * (names.length + 1);
  const columnWidth = Math.floor((width - labelWidth - noteWidth - gaps) / names.length);
  return columnWidth < leastWidth
    ? stacked(names, rows, width)
    : inColumns(names, rows, { labelWidth, columnWidth, noteWidth });
}

function widest(texts: readonly string[], least: number, most: number): number {
  return Math.min(most, Math.max(least, ...texts.map(lengthOf)));
}

function inColumns(
  names: readonly string[],
  rows: readonly SideRow[],
  { labelWidth, columnWidth, noteWidth }: { labelWidth: number; columnWidth: number; noteWidth: number },
): string[] {
  const head = names.map(name => padded({ text: name, look: paint.bold }, columnWidth));
  const lines = rows.map(row => {
    if ('line' in row) return [row.line];
    return [
      padded({ text: row.label, look: paint.dim }, labelWidth),
      ...row.cells.map(cell => padded(cell ?? nothing, columnWidth)),
      paint.dim(cut(row.note ?? '', noteWidth)),
    ];
  });
  return [[' '.repeat(labelWidth), ...head], ...lines].map(parts => parts.join(gap).trimEnd());
}

function stacked(names: readonly string[], rows: readonly SideRow[], width: number): string[] {
  const nameWidth = widest(names, 0, leastWidth);
  const rest = Math.max(leastWidth, width - nameWidth - 2 * gap.length);
  return rows.flatMap(row => {
    if ('line' in row) return [row.line];
    const told = row.cells.flatMap((cell, index) => {
      const name = padded({ text: names[index] ?? '', look: paint.bold }, nameWidth);
      return cell ? [`${gap}${name}${gap}${padded(cell, rest)}`.trimEnd()] : [];
    });
    return [paint.dim(cut([row.label, row.note].filter(Boolean).join(gap), width)), ...told];
  });
}

const nothing: SideCell = { text: '–', look: paint.dim };

/** Spaces behind the paint can be left out at the end of a line. */
function padded({ text, look = plain }: SideCell, width: number): string {
  const shown = cut(text, width);
  return look(shown) + ' '.repeat(Math.max(0, width - lengthOf(shown)));
}

function plain(text: string): string {
  return text;
}

function cut(text: string, width: number): string {
  return firstWords(visibleText(text), width);
}

function lengthOf(text: string): number {
  return Array.from(visibleText(text)).length;
}
