import { describe, expect, test } from 'vitest';
import type { CallRow, RunRows, SceneRow } from './rows.ts';
import { buildRunGraph, type RunGraph } from './runGraph.ts';
import { drawCall, drawRun } from './testing/drawRun.ts';
import {
  everyTurn,
  formatTurnFilter,
  isFiltering,
  markCountsOf,
  parseTurnFilter,
  type TurnFilter,
  turnMatches,
  withMarkToggled,
  withToolToggled,
} from './turnFilter.ts';

const call = (name: string, change: Partial<CallRow> = {}) => drawCall(name, { name, ...change });

function rowsWith(drawing: string, changes: Record<string, Partial<SceneRow>>): RunRows {
  const rows = drawRun(drawing);
  for (const scene of rows.scenes) Object.assign(scene, changes[scene.id]);
  return rows;
}

const rows = rowsWith(
  `main    0B 1B 2B 3B 4B
   main    2B > 3B' 4B'
   plan-b  main/2B > 3B`,
  {
    'main/1B': { calls: [call('grep', { state: 'error' }), call('read_file', { detail: 'src/a.ts' })] },
    'main/2B': { calls: [call('edit_file', { detail: 'src/a.ts', state: 'dangling' })] },
    'main/4B': { calls: [call('grep', { state: 'error' })] },
    'plan-b/3B': { flags: ['compaction', 'illegal'], calls: [call('grep')] },
  },
);
const [main] = rows.branches;
if (main) main.state = 'waiting';
const graph = buildRunGraph(rows);

function matching(filter: Partial<TurnFilter>, among: RunGraph = graph): string[] {
  return among.order.filter(id => {
    const node = among.turns.get(id);
    return node && turnMatches(node, { ...everyTurn, ...filter });
  });
}

describe('a filter', () => {
  test('that asks for nothing lets everything through', () => {
    expect(matching({})).toEqual(graph.order);
    expect(isFiltering(everyTurn)).toBe(false);
  });

  test.each<[Partial<TurnFilter>, string[]]>([
    [{ marks: ['error'] }, ['main/1B', 'main/4B']],
    [{ marks: ['dangling', 'waiting'] }, ['main/2B', "main/4B'"]],
    [{ marks: ['compaction'] }, ['plan-b/3B']],
    [{ marks: ['illegal'] }, ['plan-b/3B']],
    [{ marks: ['left-behind'] }, ['main/3B', 'main/4B']],
    [{ tools: ['grep'] }, ['main/1B', 'plan-b/3B', 'main/4B']],
    [{ tools: ['grep', 'edit_file'] }, ['main/1B', 'main/2B', 'plan-b/3B', 'main/4B']],
    [{ file: 'src/a.ts' }, ['main/1B', 'main/2B']],
    [{ branch: 'plan-b' }, ['plan-b/3B']],
    [{ marks: ['error'], file: 'src/a.ts' }, ['main/1B']],
    [{ tools: ['grep'], branch: 'plan-b' }, ['plan-b/3B']],
    [{ tools: ['gre'] }, []],
  ])('%j picks out %j', (filter, expected) => {
    expect(matching(filter).toSorted()).toEqual(expected.toSorted());
    expect(isFiltering({ ...everyTurn, ...filter })).toBe(true);
  });

  test('a file is touched by an effect too', () => {
    const effect = {
      id: 'main/0',
      branch: 'main',
      callId: 'grep',
      name: 'grep',
      toolClass: 'workspace' as const,
      detail: 'out.txt',
      target: null,
      turn: 1,
      scene: null,
      at: null,
    };
    const changed = buildRunGraph({ ...rows, effects: [effect] });
    expect(matching({ file: 'out.txt' }, changed)).toEqual(['main/1B']);
  });

  test('marks are switched on and off, in one order whatever came first', () => {
    const both = withMarkToggled(withMarkToggled(everyTurn, 'left-behind'), 'error');
    expect(both.marks).toEqual(['error', 'left-behind']);
    expect(withMarkToggled(both, 'error').marks).toEqual(['left-behind']);
  });
});

test('tools are switched on and off, the others stay', () => {
  const both = withToolToggled(withToolToggled(everyTurn, 'grep'), 'edit_file');
  expect(formatTurnFilter(both)).toBe('tool:grep,tool:edit_file');
  expect(withToolToggled(both, 'grep').tools).toEqual(['edit_file']);
});

test('the counts of a run: the task is no turn', () => {
  const { all, marks } = markCountsOf(graph);
  expect(all).toBe(7);
  expect([...marks].filter(([, count]) => count > 0)).toEqual([
    ['error', 2],
    ['dangling', 1],
    ['waiting', 1],
    ['illegal', 1],
    ['compaction', 1],
    ['left-behind', 2],
  ]);
});

describe('as text', () => {
  test.each<[string, Partial<TurnFilter>]>([
    ['error,external', { marks: ['error', 'external'] }],
    ['tool:run_command,tool:grep', { tools: ['run_command', 'grep'] }],
    [
      'error,file:a%2C 50%25:b.txt,branch:plan-b',
      { marks: ['error'], file: 'a, 50%:b.txt', branch: 'plan-b' },
    ],
    ['file:%252C', { file: '%2C' }],
  ])('%s comes back as it was', (text, filter) => {
    expect(formatTurnFilter({ ...everyTurn, ...filter })).toBe(text);
    expect(parseTurnFilter(text)).toEqual({ ...everyTurn, ...filter });
  });

  test('what is not known is left out, and nothing is no filter', () => {
    expect(parseTurnFilter('nonsense,color:red,error,,tool:')).toEqual({ ...everyTurn, marks: ['error'] });
    expect(parseTurnFilter(null)).toBe(everyTurn);
    expect(formatTurnFilter(everyTurn)).toBe('');
  });
});
