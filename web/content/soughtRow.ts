import type { LineRows } from './lineRows.ts';
import type { LineTable } from './lineTable.ts';

/**
 * The first row in which a text begins, on whichever side; null where it is on none. What runs over several lines is
 * found too, also where a fold or the edge of a piece lies in it.
 * @param texts the two that were compared, whole
 */
export function soughtRow(
  text: RegExp,
  texts: { left: string; right: string },
  table: LineTable,
  rows: LineRows,
): number | null {
  const found = (['left', 'right'] as const).map(side => {
    const match = text.exec(texts[side]);
    if (match === null) return -1;
    const line = lineNumberAt(texts[side], match.index);
    return rows[side].indexOf(table[`${side}Lines`].indexOf(line));
  });
  const there = found.filter(row => row >= 0);
  return there.length === 0 ? null : Math.min(...there);
}

/** Counted from 1. */
function lineNumberAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
