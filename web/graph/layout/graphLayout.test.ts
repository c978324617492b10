import { describe, expect, test } from 'vitest';
import { buildRunGraph } from '../../../shared/runGraph.ts';
import { layoutOf } from './graphLayout.ts';
import { drawnLayout, drawnRun } from './testing/drawnRun.ts';

function drawnAgain(drawing: string): string {
  const graph = buildRunGraph(drawnRun(drawing));
  return drawnLayout(graph, layoutOf(graph));
}

const drawing = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => line.trim())
    .join('\n');

describe('lanes and columns', () => {
  test('a run without forks is one lane, the task in column 0', () => {
    expect(drawnAgain('main: 0 1 2 3')).toBe('main: 0 1 2 3');
  });

  test('forks stand below, each turn in the column of its number', () => {
    const text = `
      main: 0 1 2 3
      plan-b from main/1: 2 3 4
      plan-c from main/1: 2`;
    expect(drawnAgain(text)).toBe(
      drawing(`
        main: 0 1 2 3
        plan-b: . . 2 3 4
        plan-c: . . 2`),
    );
  });

  test('what a rewind left behind stands below the forks that were there before, above later ones', () => {
    const text = `
      main: 0 1 2 3
      plan-b from main/1: 2
      main~1 from main/1: 2 3 4
      a-later-plan from main/1: 2`;
    expect(drawnAgain(text)).toBe(
      drawing(`
        main: 0 1 2 3
        plan-b: . . 2
        main left-behind: . . 2 3 4
        a-later-plan: . . 2`),
    );
  });

  test('two rewinds leave two lanes, in the order of the moves', () => {
    const text = `
      main: 0 1 2
      main~1 from main~2/2: 3 4
      main~2 from main/1: 2 3`;
    expect(drawnAgain(text)).toBe(
      drawing(`
        main: 0 1 2
        main left-behind: . . . 3 4
        main left-behind: . . 2 3`),
    );
  });

  test('turns that only a fork still goes through go on in the lane that was left behind', () => {
    const text = `
      main: 0 1 2
      main~1 from main/1: 2 3 4
      plan-b from main~1/3: 4 5`;
    expect(drawnAgain(text)).toBe(
      drawing(`
        main: 0 1 2
        main left-behind: . . 2 3 4
        plan-b: . . . . 4 5`),
    );
  });

  test('a lost tail keeps its columns and stays apart', () => {
    expect(drawnAgain('main: 0 1 2\nmain?: 5 6')).toBe(
      drawing(`
        main: 0 1 2
        main orphaned: . . . . . 5 6`),
    );
  });

  test('a fork of a fork stands where it came to be, and a fork without turns has a row', () => {
    const text = `
      main: 0 1
      a from main/0: 1 2
      b from main/0:
      a-a from a/1: 2`;
    expect(drawnAgain(text)).toBe(
      drawing(`
        main: 0 1
        a: . 1 2
        b:
        a-a: . . 2`),
    );
  });

  test('without times the family stands together: a branch, what it left behind, its forks', () => {
    const rows = drawnRun(`
      main: 0 1
      a from main/0: 1 2
      b from main/0: 1
      a-a from a/1: 2
      main~1 from main/0: 1 2`);
    for (const branch of rows.branches) {
      delete branch.created;
      for (const move of branch.moves) move.at = '';
    }
    expect(layoutOf(buildRunGraph(rows)).lanes.map(lane => lane.id)).toEqual([
      'main',
      'main~main~1/1',
      'a',
      'a-a',
      'b',
    ]);
  });
});

describe('subagents', () => {
  test('their turns follow the turn that called them, and those that do not meet share a row', () => {
    const text = `
      main: 0 1 2 3 4 5 6 7
      s1 in main/1: 1 2
      s2 in main/2: 1 2 3
      s3 in main/5: 0 1
      plan-b from main/1: 2`;
    expect(drawnAgain(text)).toBe(
      drawing(`
        main: 0 1 2 3 4 5 6 7
        s1, s3: . . 1 2 . . 0 1
        s2: . . . 1 2 3
        plan-b: . . 2`),
    );
  });

  test('one that still grows keeps its row for itself', () => {
    const rows = drawnRun(`
      main: 0 1 2 3 4 5 6
      s1 in main/1: 1
      s2 in main/5: 1`);
    const running = rows.branches.find(row => row.name === 's1');
    if (running) running.state = 'running';
    const graph = buildRunGraph(rows);
    expect(layoutOf(graph).lanes.map(lane => lane.row)).toEqual([0, 1, 2]);
  });
});

describe('what drawing needs', () => {
  test('lanes keep their ids, rows and colours while the run grows', () => {
    const before = layoutOf(buildRunGraph(drawnRun('main: 0 1 2\nplan-b from main/1: 2')));
    const after = layoutOf(buildRunGraph(drawnRun('main: 0 1 2 3 4\nplan-b from main/1: 2 3')));
    const look = (layout: typeof after) => layout.lanes.map(({ id, row, colour }) => [id, row, colour]);
    expect(look(after)).toEqual(look(before));
  });

  test('no lane moves or changes its colour while turns, forks, rewinds and subagents come', () => {
    const grown = [
      'main: 0 1 2 3',
      'zebra from main/1: 2 3',
      'main~1 from main/2: 3 4 5 6 7',
      'early-name from main/2: 3',
      'zebra-child from zebra/2: 3 4',
      'zebra~1 from zebra/2: 3 4',
      'scout in main/1: 1 2 3',
      'aa from main/1: 2',
    ];
    const choice = { quiet: false, opened: new Set<string>(), shown: new Set<string>() };
    const known = new Map<string, string>();
    for (let count = 1; count <= grown.length; count++) {
      const rows = drawnRun(grown.slice(0, count).join('\n'));
      // As the disk lists them.
      rows.branches.sort((x, y) =>
        x.kind === 'main' ? -1 : y.kind === 'main' ? 1 : x.name < y.name ? -1 : 1,
      );
      for (const { id, row, colour } of layoutOf(buildRunGraph(rows), choice).lanes) {
        expect(known.get(id) ?? `${row} ${colour}`, `${id} after ${count}`).toBe(`${row} ${colour}`);
        known.set(id, `${row} ${colour}`);
      }
    }
    expect(known.size).toBe(grown.length - 1);
  });

  test('the trunk ends where the last other line leaves, subagents apart', () => {
    const text = `
      main: 0 1 2 3 4
      s in main/4: 1
      plan-b from main/1: 2
      main~1 from main/2: 3`;
    expect(layoutOf(buildRunGraph(drawnRun(text))).lanes[0]?.trunkEnd).toBe(2);
  });

  test('five thousand turns on forty branches all have a place', () => {
    const numbers = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => from + i).join(' ');
    const forkedRun = (forkCount: number, turnsPerFork: number) => {
      const forks = Array.from(
        { length: forkCount },
        (_, i) => `f${i} from main/${i * 20}: ${numbers(i * 20 + 1, turnsPerFork)}`,
      );
      return buildRunGraph(drawnRun([`main: ${numbers(0, 25 * (forkCount + 1))}`, ...forks].join('\n')));
    };
    expect(layoutOf(forkedRun(39, 103)).places.size).toBe(5017);
  });
});
