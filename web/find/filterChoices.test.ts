import { expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawCall, drawRun } from '../../shared/testing/drawRun.ts';
import { everyTurn } from '../../shared/turnFilter.ts';
import { filterChoicesOf, matchingTurns } from './filterChoices.ts';

function graph() {
  const rows = drawRun(`
    main   0B 1B 2B
    plan-b main/1B > 2B
  `);
  const calls = {
    'main/1B': [drawCall('1', { detail: 'a.ts' }), drawCall('2', { detail: 'a.ts' })],
    'main/2B': [
      drawCall('3', { name: 'edit_file', toolClass: 'workspace', detail: 'a.ts' }),
      drawCall('4', { name: 'run_command', toolClass: 'command', detail: 'npm' }),
    ],
    'plan-b/2B': [drawCall('5', { name: 'edit_file', toolClass: 'workspace', detail: 'b.ts' })],
  };
  for (const row of rows.scenes) row.calls = calls[row.id as keyof typeof calls] ?? [];
  return buildRunGraph(rows);
}

test('tools and files by how many turns they are in, a turn counted once', () => {
  expect(filterChoicesOf(graph())).toEqual({
    tools: [
      { value: 'edit_file', turns: 2 },
      { value: 'read_file', turns: 1 },
      { value: 'run_command', turns: 1 },
    ],
    files: [
      { value: 'a.ts', turns: 2 },
      { value: 'b.ts', turns: 1 },
    ],
    branches: ['main', 'plan-b'],
  });
});

test('turns that match come in the order of the graph, without the task', () => {
  const ids = (change: object) => matchingTurns(graph(), { ...everyTurn, ...change }).map(node => node.id);
  expect(ids({})).toEqual(['main/1B', 'main/2B', 'plan-b/2B']);
  expect(ids({ tools: ['edit_file'] })).toEqual(['main/2B', 'plan-b/2B']);
  expect(ids({ file: 'a.ts', branch: 'main' })).toEqual(['main/1B', 'main/2B']);
  expect(ids({ file: 'c.ts' })).toEqual([]);
});
