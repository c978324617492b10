import type { BranchRow, RunRows, SceneRow } from '../../../../shared/rows.ts';
import type { RunGraph } from '../../../../shared/runGraph.ts';
import { blankBranch, blankRun, blankScene } from '../../../../shared/testing/blankRows.ts';
import type { GraphLayout } from '../graphLayout.ts';

/**
 * A run drawn as text, for tests. One line per line of turns:
 * `main: 0 1 2` a branch · `plan-b from main/1: 2 3` a fork · `main~1 from main/1: 2 3` left behind by move 1 ·
 * `main?: 5 6` a tail that nothing leads to · `scout in main/1: 1 2` a subagent.
 * The scene B of turn 2 on the line `main` has the id `main/2`. The lines came to be in the order of the drawing.
 */
export function drawnRun(drawing: string): RunRows {
  const rows: RunRows = {
    run: blankRun,
    branches: [],
    scenes: [],
    effects: [],
    journal: [],
    questions: [],
    problems: [],
  };
  for (const [index, line] of drawing.trim().split('\n').entries()) {
    addLine(rows, line.trim(), new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString());
  }
  return rows;
}

function addLine(rows: RunRows, line: string, at: string): void {
  const match = /^(\S+?)(?: (from|in) (\S+))?:(.*)$/.exec(line);
  if (!match?.[1]) throw new Error(`not a line of a drawing: ${line}`);
  const [, name, relation, from = null, numbers = ''] = match;
  const branch = name.replace(/[~?].*$/, '');
  const turns = numbers.trim().split(/\s+/).filter(Boolean).map(Number);
  turns.forEach((turn, index) => {
    const parent = index === 0 ? (relation === 'in' ? null : from) : `${name}/${turns[index - 1]}`;
    rows.scenes.push(drawnScene({ id: `${name}/${turn}`, branch, turn, parent }));
  });
  const last = turns.length === 0 ? from : `${name}/${turns.at(-1)}`;
  const moved = name.includes('~') ? rows.branches.find(row => row.name === branch) : undefined;
  if (moved) {
    moved.moves.push({
      number: Number(name.split('~')[1]),
      kind: 'rewind',
      left: last ?? '',
      taken: from ?? '',
      at,
    });
    moved.moves.sort((x, y) => x.number - y.number);
  } else if (!name.endsWith('?')) {
    rows.branches.push({ ...drawnBranch(name, relation ?? null, from, last), created: at });
  }
}

function drawnBranch(
  name: string,
  relation: string | null,
  origin: string | null,
  head: string | null,
): BranchRow {
  return {
    ...blankBranch,
    name,
    kind: relation === 'in' ? 'subagent' : relation === 'from' ? 'fork' : 'main',
    parent: origin?.split('/')[0] ?? null,
    origin,
    head,
    moves: [],
    state: 'done',
  };
}

function drawnScene(place: Pick<SceneRow, 'id' | 'branch' | 'turn' | 'parent'>): SceneRow {
  return { ...blankScene, ...place, point: 'B', file: '' };
}

/** A layout drawn as text: a line per row, a number per turn (its own), `+3` for a fold of 3, a dot per free column. */
export function drawnLayout(graph: RunGraph, layout: GraphLayout): string {
  const lines = Array.from({ length: layout.rowCount }, () => ({
    names: [] as string[],
    cells: [] as string[],
  }));
  for (const lane of layout.lanes) {
    const line = lines[lane.row];
    line?.names.push(lane.kind === 'branch' ? lane.branch : `${lane.branch} ${lane.kind}`);
    for (const { id, column } of lane.stops) {
      const folded = layout.folds.get(id)?.turns.length;
      if (line) line.cells[column] = folded === undefined ? String(graph.turns.get(id)?.turn) : `+${folded}`;
    }
  }
  return lines
    .map(({ names, cells }) =>
      `${names.join(', ')}: ${Array.from(cells, cell => cell ?? '.').join(' ')}`.trim(),
    )
    .join('\n');
}
