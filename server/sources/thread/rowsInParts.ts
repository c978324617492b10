import type { RunInfo, RunRows } from '../../../shared/rows.ts';

const lists = ['branches', 'scenes', 'effects', 'journal', 'questions', 'problems'] as const;
type ListName = (typeof lists)[number];
type Lists = { [L in ListName]: RunRows[L][number][] };

/** A stretch of one list. A number stands for the row at that position of the list that was sent before. */
type ListPart<L extends ListName = ListName> = {
  [K in L]: { list: K; items: (number | RunRows[K][number])[] };
}[L];
/** `run` comes last and ends the rows. */
export type RowsPart = ListPart | { list: 'run'; run: RunInfo };

/** So many rows are copied from one thread to another within a few milliseconds. */
const rowsPerPart = 300;

/**
 * Takes rows apart, so that they can be handed over little by little, and only what is new of them.
 * @param before what the other side has, or null
 * @returns nothing where both are the same
 */
export function* partsOfRows(before: RunRows | null, after: RunRows): Generator<RowsPart> {
  if (before && isSame(before, after)) return;
  for (const list of lists) yield* partsOfList(list, before?.[list] ?? [], after[list]);
  yield { list: 'run', run: after.run };
}

function* partsOfList<L extends ListName>(
  list: L,
  before: readonly RunRows[L][number][],
  after: readonly RunRows[L][number][],
): Generator<ListPart<L>> {
  const positions = new Map(before.map((row, position) => [JSON.stringify(row), position]));
  for (let from = 0; from < after.length; from += rowsPerPart) {
    const rows = after.slice(from, from + rowsPerPart);
    const items = positions.size === 0 ? rows : rows.map(row => positions.get(JSON.stringify(row)) ?? row);
    yield { list, items };
  }
}

/** A source gives the same lists as long as nothing in them changed. */
function isSame(before: RunRows, after: RunRows): boolean {
  return (
    lists.every(list => before[list] === after[list] || before[list].length + after[list].length === 0) &&
    JSON.stringify(before.run) === JSON.stringify(after.run)
  );
}

/** Puts rows together again. What did not change is the very row it was. */
export class RowsFromParts {
  private readonly before: RunRows | null;
  private readonly collected: Lists = {
    branches: [],
    scenes: [],
    effects: [],
    journal: [],
    questions: [],
    problems: [],
  };
  private whole: RunRows | null;

  /** @param before what came last */
  constructor(before: RunRows | null) {
    this.before = before;
    this.whole = before;
  }

  /** The rows once the last part is there, until then those before; null where there are none. */
  get rows(): RunRows | null {
    return this.whole;
  }

  add(part: RowsPart): void {
    if (part.list === 'run') this.whole = { run: part.run, ...this.collected };
    else this.addTo(part);
  }

  private addTo<L extends ListName>({ list, items }: { list: L; items: (number | RunRows[L][number])[] }) {
    const before: Lists[L] | undefined = this.before?.[list];
    const into: RunRows[L][number][] = this.collected[list];
    for (const item of items) {
      const row = typeof item === 'number' ? before?.[item] : item;
      if (row === undefined) throw new Error(`no row ${item} among the ${list} before`);
      into.push(row);
    }
  }
}
