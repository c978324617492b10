import { expect, test } from 'vitest';
import { buildRunGraph } from '../../../shared/runGraph.ts';
import type { Cells } from './geometry.ts';
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
