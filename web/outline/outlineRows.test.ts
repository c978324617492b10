import { describe, expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { type KeptFolds, withFoldToggled } from '../graph/keptFolds.ts';
import { layoutOf } from '../graph/layout/graphLayout.ts';
import { lanesOf } from '../graph/layout/lanes.ts';
import { drawnRun } from '../graph/layout/testing/drawnRun.ts';
import { graphFoldsOf, laneFoldsOf } from './laneFolds.ts';
import { outlineActOf } from './outlineKeys.ts';
import { type OutlineRow, outlineRowsOf } from './outlineRows.ts';

const nothingKept: KeptFolds = { quiet: false, opened: [] };

function outline(drawing: string, kept: KeptFolds = nothingKept, shown: string | null = null) {
  const graph = buildRunGraph(drawnRun(drawing));
  const lanes = lanesOf(graph);
  const folds = laneFoldsOf(graph, lanes, graphFoldsOf(graph, lanes), kept, shown);
  return { graph, lanes, folds, rows: outlineRowsOf(graph, lanes, folds) };
}

/** `14` a turn, `- plan-b` an open lane, `+ plan-b` a closed one; two spaces a level. */
function drawn(rows: readonly OutlineRow[]): string[] {
  return rows.map(row => {
    const indent = '  '.repeat(row.level - 1);
    if (row.kind === 'turn') return `${indent}${row.node.turn}`;
    return `${indent}${row.isOpen ? '-' : '+'} ${row.lane.kind === 'branch' ? row.lane.branch : row.lane.kind}`;
  });
}

const run = `
  main: 0 1 2 3
  main~1 from main/1: 2 3 4 5 6
  plan-b from main/2: 3 4
  scout in main/3: 1 2
  plan-c from plan-b/3: 4`;

describe('the rows of a run', () => {
  test('lanes stand after the turn they hang on; forks are open, what was left behind is closed', () => {
    expect(drawn(outline(run).rows)).toEqual([
      '0',
      '1',
      '+ left-behind',
      '2',
      '- plan-b',
      '  3',
      '  - plan-c',
      '    4',
      '  4',
      '3',
      '+ scout',
    ]);
  });

  test('each row knows its place among the rows of its lane', () => {
    const { rows } = outline(run);
    expect(rows.map(({ position, setSize, parent }) => [position, setSize, parent])).toEqual([
      [1, 7, null],
      [2, 7, null],
      [3, 7, null],
      [4, 7, null],
      [5, 7, null],
      [1, 3, 4],
      [2, 3, 4],
      [1, 1, 6],
      [3, 3, 4],
      [6, 7, null],
      [7, 7, null],
    ]);
  });

  test('a closed lane takes what hangs on it along', () => {
    const { folds, lanes } = outline(run);
    const planB = lanes.find(lane => lane.id === 'plan-b');
    if (!planB) throw new Error('no plan-b');
    expect(drawn(outline(run, folds.toggled(planB)).rows)).toEqual([
      '0',
      '1',
      '+ left-behind',
      '2',
      '+ plan-b',
      '3',
      '+ scout',
    ]);
  });

  test('the lanes around the turn that is looked at are open', () => {
    expect(drawn(outline(run, nothingKept, 'main~1/4').rows)).toContain('- left-behind');
  });
});

describe('in step with the graph', () => {
  test('what is unfolded here is unfolded there, and the other way round', () => {
    const { graph, folds, lanes } = outline(run);
    const left = lanes.find(lane => lane.kind === 'left-behind');
    if (!left) throw new Error('nothing left behind');
    const kept = folds.toggled(left);
    const layout = layoutOf(graph, { quiet: false, opened: new Set(kept.opened), shown: new Set() });
    expect(
      [...layout.folds.values()].filter(fold => fold.lane.id === left.id).map(fold => fold.isOpen),
    ).toEqual([true]);
    const [id = ''] = [...layout.folds.keys()];
    expect(drawn(outline(run, withFoldToggled(nothingKept, id)).rows)).toContain('- left-behind');
    expect(laneFoldsOf(graph, lanes, graphFoldsOf(graph, lanes), kept, null).toggled(left)).toEqual(
      nothingKept,
    );
  });
});

describe('keys', () => {
  const { rows } = outline(run);
  const press = (key: string, at: number) => outlineActOf(rows, { key, at, page: 4 });

  test.each([
    ['ArrowDown', 0, { kind: 'go', to: 1 }],
    ['ArrowUp', 0, { kind: 'go', to: 0 }],
    ['End', 0, { kind: 'go', to: 10 }],
    ['Home', 9, { kind: 'go', to: 0 }],
    ['PageDown', 9, { kind: 'go', to: 10 }],
    ['PageUp', 9, { kind: 'go', to: 5 }],
    ['ArrowRight', 2, { kind: 'toggle', row: 2 }],
    ['ArrowRight', 4, { kind: 'go', to: 5 }],
    ['ArrowLeft', 4, { kind: 'toggle', row: 4 }],
    ['ArrowLeft', 7, { kind: 'go', to: 6 }],
    ['ArrowLeft', 1, null],
    ['Enter', 1, { kind: 'enter', row: 1 }],
    [' ', 2, { kind: 'toggle', row: 2 }],
    ['p', 1, null],
  ])('%s on row %i', (key, at, act) => expect(press(key, at)).toEqual(act));
});
