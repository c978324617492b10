import { expect, test } from 'vitest';
import { buildRunGraph, withNoteMarks, withRemarks } from '../../shared/runGraph.ts';
import { layoutOf } from '../graph/layout/graphLayout.ts';
import { drawnRun } from '../graph/layout/testing/drawnRun.ts';
import { stripTurnsOf, turnCountOf } from './stripTurns.ts';

function strip(drawing: string, branch: string): string {
  const graph = buildRunGraph(drawnRun(drawing));
  return stripTurnsOf(graph, layoutOf(graph), branch)
    .map(({ column, look }) => `${column} ${look}`)
    .join(', ');
}

const rewound = `
  main: 0 1 2
  main~1 from main/1: 2 3 4
  plan-b from main/1: 2 3`;

test('the line of a branch, and beyond its head what its rewind left behind', () => {
  expect(strip(rewound, 'main')).toBe('0 trunk, 1 trunk, 2 line, 3 left-behind, 4 left-behind');
});

test('of a fork, the turns of its ancestors are the trunk', () => {
  expect(strip(rewound, 'plan-b')).toBe('0 trunk, 1 trunk, 2 line, 3 line');
});

test('a fork that stands at its fork point shows what it took over, and nothing that came after', () => {
  const empty = `
    main: 0 1 2 3
    plan-b from main/1:`;
  expect(strip(empty, 'plan-b')).toBe('0 trunk, 1 trunk');
});

test('where a rewind led and where a fork began', () => {
  const graph = buildRunGraph(drawnRun(rewound));
  const signs = stripTurnsOf(graph, layoutOf(graph), 'main').map(turn => turn.signs);
  expect(signs).toEqual([[], expect.arrayContaining(['fork', 'rewind']), [], [], []]);
});

test('what people put on a turn and what is worth a look stands above its bar, not below', () => {
  const graph = buildRunGraph(drawnRun('main: 0 1 2'));
  const [, first = '', second = ''] = graph.order;
  const noted = withNoteMarks(
    withRemarks(graph, new Set([second])),
    new Map([[first, ['bookmark', 'note']]]),
  );
  const turns = stripTurnsOf(graph, layoutOf(graph), 'main', noted);
  expect(turns.map(({ signs }) => signs)).toEqual([[], ['bookmark', 'note'], ['remark']]);
  expect(turns.flatMap(({ marks }) => marks)).toEqual([]);
});

test('while the run is played again, what is still to come is told apart', () => {
  const graph = buildRunGraph(drawnRun(rewound));
  const now = buildRunGraph(drawnRun('main: 0 1'));
  const turns = stripTurnsOf(graph, layoutOf(graph), 'main', now);
  expect(turns.map(turn => turn.isAhead)).toEqual([false, false, true, true, true]);
});

test('the task is no turn, nor does what was left behind count', () => {
  const graph = buildRunGraph(drawnRun(rewound));
  expect(turnCountOf(stripTurnsOf(graph, layoutOf(graph), 'main'))).toBe(2);
});

test('a compaction is marked where a summary took the place of what was before', () => {
  const rows = drawnRun('main: 0 1 2');
  const [, second] = rows.scenes;
  const graph = buildRunGraph({
    ...rows,
    scenes: rows.scenes.map(row =>
      row === second ? { ...row, flags: ['compaction'] } : { ...row, flags: [] },
    ),
  });
  const turns = stripTurnsOf(graph, layoutOf(graph), 'main');
  expect(turns.map(turn => turn.isCompacted)).toEqual([false, true, false]);
});
