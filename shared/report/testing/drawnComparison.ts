import type { Column, ComparedRow, Comparison, Spent, TurnCell } from '../../compare/comparison.ts';

/** What a stretch of this many turns took. */
export function spentOf(turns: number, costUsd: number | null = null): Spent {
  return {
    turns,
    tokens: turns * 1000,
    counts: null,
    costUsd,
    unpriced: costUsd === null ? ['model-x'] : [],
    durationMs: turns * 1500,
  };
}

const placeOf = (branch: string, turn: number) => ({
  address: `${branch}:${turn}-B`,
  scene: `${branch}${turn}`,
  turn,
});

/** A side that came to its end at a turn. */
export function columnOf(branch: string, turn: number, changes: Partial<Column> = {}): Column {
  return {
    side: branch,
    run: 'derailed',
    branch,
    kind: 'branch',
    end: placeOf(branch, turn),
    plan: { words: `plan of ${branch}`, at: null },
    state: 'done',
    problem: null,
    effectsMode: 'ask',
    model: 'model-x',
    waiting: [],
    answer: { text: `All is well on ${branch}.`, leftOut: 0, at: placeOf(branch, turn) },
    spent: spentOf(turn - 14),
    errors: { count: 0, first: null },
    damaged: { count: 0, first: null },
    effects: [],
    files: { state: 'known', added: 1, changed: 2, deleted: 0, at: placeOf(branch, turn) },
    ...changes,
  };
}

/** A turn that made one call. */
export function cellOf(branch: string, turn: number, call: string, result: string): TurnCell {
  const [name = '', detail = ''] = call.split(' ');
  return {
    at: placeOf(branch, turn),
    words: `Turn ${turn} of ${branch}.`,
    input: null,
    calls: [{ name, detail, state: 'answered', result }],
    tokens: 1000,
    durationMs: 1500,
    marks: [],
    differences: [],
  };
}

/** Two plans from 14-B: one turn alike, then other calls, then one that has nothing like it. */
export function drawnComparison(changes: Partial<Comparison> = {}): Comparison {
  const rows: ComparedRow[] = [
    {
      kind: 'same',
      differences: [],
      cells: [cellOf('plan-b', 15, 'read_file a', '3 lines'), cellOf('plan-c', 15, 'read_file a', '3 lines')],
    },
    {
      kind: 'different',
      differences: ['call'],
      cells: [
        cellOf('plan-b', 16, 'write_file tax', 'written'),
        cellOf('plan-c', 16, 'edit_file invoice', '+14 -3'),
      ],
    },
    { kind: 'one-sided', differences: [], cells: [cellOf('plan-b', 17, 'run_command test', '9 pass'), null] },
  ];
  return {
    run: 'derailed',
    ancestor: { ...placeOf('main', 14), run: 'derailed' },
    shared: spentOf(14, 0.4),
    columns: [columnOf('plan-b', 17), columnOf('plan-c', 16)],
    settings: [],
    commands: [],
    rows,
    firstDivergence: { row: 1, why: 'call', values: ['write_file tax', 'edit_file invoice'], argument: null },
    files: [],
    filesLeftOut: 0,
    prices: { path: 'prices.json', problem: null },
    ...changes,
  };
}
