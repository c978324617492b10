import { expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { layoutOf } from '../graph/layout/graphLayout.ts';
import { drawnRun } from '../graph/layout/testing/drawnRun.ts';
import { stripTurnsOf } from './stripTurns.ts';

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
