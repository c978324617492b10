import { describe, expect, test } from 'vitest';
import { buildRunGraph } from '../../../shared/runGraph.ts';
import { type Cells, cellsToDraw, levelAt, type Stage } from './geometry.ts';
import { layoutOf } from './graphLayout.ts';
import { drawnRun } from './testing/drawnRun.ts';
import { windowed } from './windowed.ts';

function shown(drawing: string, cells: Cells) {
  const graph = buildRunGraph(drawnRun(drawing));
  const { turns, links } = windowed(graph, layoutOf(graph), cells);
  return { turns: turns.toSorted(), links: links.map(({ id, look }) => `${id} ${look}`).toSorted() };
}

const firstRow = (firstColumn: number, lastColumn: number): Cells => ({
  firstColumn,
  lastColumn,
  firstRow: 0,
  lastRow: 0,
});

test('only what is in view is drawn, with the ends of the links that lead out of it', () => {
  const { turns, links } = shown('main: 0 1 2 3 4 5 6 7', firstRow(3, 4));
  expect(turns).toEqual(['main/2', 'main/3', 'main/4', 'main/5']);
  expect(links).toEqual(['main/2 main/3 line', 'main/3 main/4 line', 'main/4 main/5 line']);
});

test('a fork that passes through the view is drawn though both its ends are outside', () => {
  const text = `
    main: 0 1 2 3
    a from main/0: 1
    b from main/1: 2`;
  const { turns, links } = shown(text, { firstColumn: 1, lastColumn: 2, firstRow: 1, lastRow: 1 });
  expect(links).toContain('main/1 b/2 line');
  expect(turns).toEqual(expect.arrayContaining(['main/1', 'b/2']));
  expect(turns).not.toContain('main/3');
});

test('the common trunk, a line, what was left behind and a subagent look different', () => {
  const text = `
    main: 0 1 2
    s in main/2: 1
    main~1 from main/1: 2`;
  const { links } = shown(text, { firstColumn: 0, lastColumn: 9, firstRow: 0, lastRow: 9 });
  expect(links).toEqual([
    'main/0 main/1 trunk',
    'main/1 main/2 line',
    'main/1 main~1/2 left-behind',
    'main/2 s/1 subagent',
  ]);
});

test('of five thousand turns a screenful costs a screenful', () => {
  const numbers = Array.from({ length: 5000 }, (_, index) => index).join(' ');
  expect(shown(`main: ${numbers}`, firstRow(2000, 2010)).turns).toHaveLength(13);
});

describe('folds', () => {
  const text = `
    main: 0 1 2
    main~1 from main/1: 2 3 4 5 6
    s in main/2: 1 2`;
  const everything: Cells = { firstColumn: 0, lastColumn: 9, firstRow: 0, lastRow: 9 };
  const drawn = (opened: string[]) => {
    const graph = buildRunGraph(drawnRun(text));
    const layout = layoutOf(graph, { quiet: false, opened: new Set(opened), shown: new Set() });
    const { turns, folds, links, frames } = windowed(graph, layout, everything);
    return {
      turns,
      folds,
      links: links.map(({ id, look }) => `${id} ${look}`),
      frames: frames.map(lane => lane.id),
    };
  };

  test('the line goes on to the sign of a closed one, and its turns are not there', () => {
    const { turns, folds, links } = drawn([]);
    expect(turns).toEqual(['main/0', 'main/1', 'main/2', 'main~1/2', 'main~1/3']);
    expect(folds).toEqual(['left-behind main~1/4']);
    expect(links.at(-1)).toBe('main~1/3 left-behind main~1/4 left-behind');
  });

  test('an open one has a sign too, to close it by', () => {
    const { turns, folds } = drawn(['left-behind main~1/4']);
    expect(turns).toContain('main~1/6');
    expect(folds).toEqual(['left-behind main~1/4']);
  });

  test('a subagent that is open is framed', () => {
    expect(drawn([]).frames).toEqual([]);
    expect(drawn(['inside main/2'])).toMatchObject({ frames: ['s'] });
  });
});

describe('of five thousand turns on forty branches', () => {
  const numbers = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => from + index).join(' ');
  const forks = Array.from({ length: 39 }, (_, i) => `f${i} from main/${i * 3}: ${numbers(i * 3 + 1, 103)}`);
  const graph = buildRunGraph(drawnRun([`main: ${numbers(0, 1000)}`, ...forks].join('\n')));
  const layout = layoutOf(graph);

  test.each([
    { width: 390, height: 420 },
    { width: 930, height: 640 },
    { width: 1700, height: 1100 },
    { width: 2500, height: 1800 },
  ])('no view in a pane of $width × $height draws four hundred, lines included', pane => {
    const stage: Stage = { pane, columnCount: layout.columnCount, rowCount: layout.rowCount };
    const levels = new Set<string>();
    for (let zoom = 0.1; zoom <= 1.6; zoom += 0.08) {
      const level = levelAt(stage, zoom);
      levels.add(level);
      if (level === 'map') continue;
      for (const column of [0, 60, 110, 400]) {
        for (const row of [0, 10, 30]) {
          const viewport = { x: -column * 198 * zoom, y: -row * 132 * zoom, zoom };
          const { turns, folds, links } = windowed(graph, layout, cellsToDraw(viewport, pane));
          expect(turns.length + folds.length + links.length).toBeLessThan(400);
        }
      }
    }
    expect([...levels]).toEqual(pane.width > 1000 ? ['map', 'cards'] : ['map', 'chips', 'cards']);
  });
});
