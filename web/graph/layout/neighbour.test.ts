import { expect, test } from 'vitest';
import { buildRunGraph } from '../../../shared/runGraph.ts';
import { layoutOf } from './graphLayout.ts';
import { type Direction, neighbourOf } from './neighbour.ts';
import { drawnRun } from './testing/drawnRun.ts';

const graph = buildRunGraph(
  drawnRun(`
    main: 0 1 2 3
    main~1 from main/1: 2 3 4
    plan-b from main/3: 4 5`),
);
const layout = layoutOf(graph);

test.each<[string, Direction, string | null]>([
  ['main/1', 'right', 'main/2'],
  ['main/1', 'left', 'main/0'],
  ['main/0', 'left', null],
  ['main~1/2', 'left', 'main/1'],
  ['main/3', 'right', 'plan-b/4'],
  ['plan-b/5', 'right', null],
  ['main/3', 'down', 'main~1/3'],
  ['main/0', 'down', 'main~1/2'],
  ['main~1/4', 'down', 'plan-b/4'],
  ['plan-b/5', 'up', 'main~1/4'],
  ['main/2', 'up', null],
])('from %s, %s leads to %s', (turn, direction, expected) => {
  expect(neighbourOf(graph, layout, turn, direction)).toBe(expected);
});
