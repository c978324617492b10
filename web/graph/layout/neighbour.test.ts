import { describe, expect, test } from 'vitest';
import { buildRunGraph } from '../../../shared/runGraph.ts';
import { layoutOf } from './graphLayout.ts';
import { type Direction, foldAt, neighbourOf, stopNear, turnBefore } from './neighbour.ts';
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

describe('folds', () => {
  const run = buildRunGraph(
    drawnRun(`
      main: 0 1 2
      main~1 from main/1: 2 3 4 5 6
      s in main/1: 1 2
      deep in s/2: 1`),
  );
  const foldedWith = (opened: string[]) =>
    layoutOf(run, { quiet: false, opened: new Set(opened), shown: new Set() });
  const tail = 'left-behind main~1/4';

  test('a step to the right leads into a closed one, a step down passes it by', () => {
    expect(neighbourOf(run, foldedWith([]), 'main~1/3', 'right')).toBe('main~1/4');
    expect(neighbourOf(run, foldedWith([]), 'main/2', 'down')).toBe('main~1/2');
  });

  test.each<[string, string[], string | null]>([
    ['main~1/3', [], tail],
    ['main~1/5', [tail], tail],
    ['main~1/2', [], null],
    ['main/1', [], 'inside main/1'],
    ['s/1', ['inside main/1'], 'inside main/1'],
    ['s/2', ['inside main/1'], 'inside s/2'],
    ['deep/1', ['inside main/1', 'inside s/2'], 'inside s/2'],
  ])('the key on %s with %j open means %s', (turn, opened, expected) => {
    expect(foldAt(foldedWith(opened), turn)).toBe(expected);
  });

  test('whoever looks at a turn that folds goes back before it', () => {
    const folds = foldedWith(['inside main/1', tail]).folds;
    const before = [tail, 'inside main/1'].map(id => {
      const fold = folds.get(id);
      return fold && turnBefore(fold);
    });
    expect(before).toEqual(['main~1/3', 'main/1']);
  });

  test('on the map a press near a sign means it', () => {
    expect(stopNear(foldedWith([]), { column: 5, row: 1 }, 1)).toBe(tail);
    expect(stopNear(foldedWith([]), { column: 9, row: 1 }, 1)).toBe(null);
  });
});
