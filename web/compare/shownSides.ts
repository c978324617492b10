import { MAX_COLUMNS } from './defaultSides.ts';

/** Of the sides of a comparison those that stand in columns: the chosen ones that are among them, else the first few. */
export function shownSides(sides: readonly string[], chosen: readonly string[] | null): readonly string[] {
  const found = (chosen ?? []).filter(side => sides.includes(side)).slice(0, MAX_COLUMNS);
  return found.length > 1 ? found : sides.slice(0, MAX_COLUMNS);
}

/** What is compared, and which of it was chosen for the columns. */
interface ChosenSides {
  compare: readonly string[];
  columns: readonly string[] | null;
}

/** The same with other sides. A choice of columns outlives sides that leave; a new one, or another order, is to be seen. */
export function withSides({ compare, columns }: ChosenSides, next: readonly string[]): ChosenSides {
  const onlyLeft = next.length < compare.length;
  return { compare: next, columns: (onlyLeft && columns?.filter(side => next.includes(side))) || null };
}
