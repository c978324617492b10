import { expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { diffedSideOf } from './diffedSide.ts';
import { drawnRun } from './layout/testing/drawnRun.ts';

test('both turns of a diff know their side', () => {
  const graph = buildRunGraph(drawnRun('main: 0 1 2'));
  const [first, , last] = graph.order.map(id => graph.turns.get(id));
  if (!first?.b || !last?.b) throw new Error('drawn turns have a B');
  const sides = (from: typeof first.b, to: typeof first.b) =>
    [...graph.turns.values()].map(node => diffedSideOf(node, { from, to }));
  expect(sides(first.b, last.b)).toEqual(['from', null, 'to']);
  expect(sides(last.b, last.b)).toEqual([null, null, 'both']);
  expect(diffedSideOf(first, null)).toBe(null);
});
