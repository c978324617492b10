import { describe, expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawCall, drawRun } from '../../shared/testing/drawRun.ts';
import { everyTurn } from '../../shared/turnFilter.ts';
import { nextMarked } from './nextMarked.ts';

const rows = drawRun(`
  main    0B 1B 2B 3B 4B
  plan-b  main/1B > 2B 3B
`);
for (const row of rows.scenes) {
  if (['main/2B', 'plan-b/3B', 'main/4B'].includes(row.id))
    row.calls = [drawCall(row.id, { state: 'error' })];
  if (row.id === 'main/3B') row.calls = [drawCall(row.id, { name: 'grep' })];
}
const graph = buildRunGraph(rows);

describe('the next turn that stands out', () => {
  test('is the next one with a mark, whatever branch it is on, round and round', () => {
    const walk = ['main/0B'];
    for (let step = 0; step < 4; step++)
      walk.push(nextMarked(graph, everyTurn, walk.at(-1) ?? null, 1) ?? '-');
    expect(walk).toEqual(['main/0B', 'main/2B', 'plan-b/3B', 'main/4B', 'main/2B']);
  });

  test('backwards', () => {
    expect(nextMarked(graph, everyTurn, 'main/4B', -1)).toBe('plan-b/3B');
    expect(nextMarked(graph, everyTurn, 'main/2B', -1)).toBe('main/4B');
    expect(nextMarked(graph, everyTurn, null, -1)).toBe('main/4B');
  });

  test('is what the filter asks for, where there is one', () => {
    const filter = { ...everyTurn, tools: ['grep'] };
    expect(nextMarked(graph, filter, 'main/0B', 1)).toBe('main/3B');
    expect(nextMarked(graph, filter, 'main/3B', 1)).toBeNull();
  });

  test('is none where nothing stands out', () => {
    expect(nextMarked(graph, { ...everyTurn, file: 'no.ts' }, 'main/0B', 1)).toBeNull();
    expect(nextMarked(graph, { ...everyTurn, file: 'no.ts' }, null, 1)).toBeNull();
  });
});
