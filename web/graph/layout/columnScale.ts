/**
 * Fourth stage: columns in which nothing but folded turns would stand take no room. A turn column is a turn's place
 * in the whole run, a drawn column is where it stands on the graph; in between both are fractions. What is folded after
 * the last drawn column lies beyond the end.
 */
export interface ColumnScale {
  /** Columns that are drawn. */
  count: number;
  drawnAt: (turnColumn: number) => number;
  turnAt: (drawnColumn: number) => number;
}

/**
 * @param shown turn columns of what is drawn
 * @param hidden turn columns of turns that a sign stands for
 */
export function columnScaleOf(shown: Iterable<number>, hidden: Iterable<number>): ColumnScale {
  const used = new Set(shown);
  const folded = new Set<number>();
  for (const column of hidden) if (!used.has(column)) folded.add(column);
  const last = Math.max(0, maximum(used), maximum(folded));
  const columns: number[] = [];
  /** By turn column: the drawn one that it falls into. */
  const drawn: number[] = [];
  for (let column = 0; column <= last; column++) {
    if (!folded.has(column) || columns.length === 0) columns.push(column);
    drawn.push(columns.length - 1);
  }
  const count = columns.length;
  const end = (columns.at(-1) ?? 0) + 1;
  const startOf = (index: number) => columns[index] ?? end + index - count;
  return {
    count,
    turnAt: at => {
      const index = Math.floor(at);
      if (index < 0) return at;
      return startOf(index) + (at - index) * (startOf(index + 1) - startOf(index));
    },
    drawnAt: at => {
      if (at >= end) return count + at - end;
      const index = drawn[Math.floor(at)];
      if (index === undefined) return at;
      const start = startOf(index);
      return index + (at - start) / (startOf(index + 1) - start);
    },
  };
}

function maximum(values: Iterable<number>): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}
