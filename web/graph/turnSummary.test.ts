import { describe, expect, test } from 'vitest';
import type { CallRow, RunRows, SceneRow } from '../../shared/rows.ts';
import { buildRunGraph, type RunGraph, type TurnNode } from '../../shared/runGraph.ts';
import { drawnRun } from './layout/testing/drawnRun.ts';
import { durationOfTurn, nameOfTurn, titleOfTurn, tokensOfTurn, toolsOf } from './turnSummary.ts';

const call = (name: string, state: CallRow['state'] = 'answered'): CallRow => ({
  id: name,
  name,
  detail: '',
  toolClass: 'read',
  state,
  result: null,
});

function rowsWith(drawing: string, changes: Record<string, Partial<SceneRow>>): RunRows {
  const rows = drawnRun(drawing);
  for (const scene of rows.scenes) Object.assign(scene, changes[scene.id]);
  return rows;
}

function turn(graph: RunGraph, id: string): TurnNode {
  const node = graph.turns.get(id);
  if (!node) throw new Error(`no turn ${id}`);
  return node;
}

test('tools are named once, with how often each was called', () => {
  expect(toolsOf(['grep', 'read_file', 'grep'].map(name => call(name)))).toBe('grep ×2, read_file');
});

describe('the name of a turn', () => {
  const graph = buildRunGraph(
    rowsWith('main: 0 1 2\nmain~1 from main/1: 2\nplan-b from main/1: 2', {
      'main/1': { calls: [call('run_command', 'error'), call('grep', 'error')] },
      'main/2': { calls: [call('send_email', 'dangling')] },
      'plan-b/2': { flags: ['simulated'], calls: [call('edit_file')] },
    }),
  );

  test.each([
    ['main/0', 'Turn 0, task'],
    ['main/1', 'Turn 1, run_command, grep, 2 errors'],
    ['main/2', 'Turn 2, send_email, 1 dangling call'],
    ['main~1/2', 'Turn 2, reply, left behind'],
    ['plan-b/2', 'Turn 2, edit_file, simulated, plan-b'],
  ])('%s is “%s”', (id, name) => {
    expect(nameOfTurn(turn(graph, id), graph)).toBe(name);
  });
});

test('a damaged turn says so', () => {
  const problem = { code: 'empty-file', params: { where: 'turn-001-B.json' } };
  const graph = buildRunGraph(rowsWith('main: 0 1', { 'main/1': { problem } }));
  expect(titleOfTurn(turn(graph, 'main/1'))).toBe('damaged');
  expect(nameOfTurn(turn(graph, 'main/1'), graph)).toContain('damaged file');
});

test('the tokens of a turn are those of its request and reply, cached ones included', () => {
  const usage = { input_tokens: 10, cache_read_input_tokens: 1000, output_tokens: 5 };
  const graph = buildRunGraph(rowsWith('main: 0 1', { 'main/1': { usage } }));
  expect(tokensOfTurn(turn(graph, 'main/1'), graph)).toBe(1015);
  expect(tokensOfTurn(turn(graph, 'main/0'), graph)).toBe(null);
});

test('where no scene carries usage, a turn has what the tokens of its line grew by', () => {
  const problem = { code: 'empty-file', params: { where: 'turn-002-B.json' } };
  const graph = buildRunGraph(
    rowsWith('main: 0 1 2 3 4', {
      'main/1': { tokensUsed: 900 },
      'main/2': { tokensUsed: 0, problem },
      'main/3': { tokensUsed: 2900 },
      'main/4': { tokensUsed: 4100 },
    }),
  );
  const tokens = graph.order.map(id => tokensOfTurn(turn(graph, id), graph));
  expect(tokens).toEqual([null, 900, null, null, 1200]);
});

describe('how long a turn took', () => {
  const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000).toISOString();
  const durationWith = (changes: Record<string, Partial<SceneRow>>) => {
    const graph = buildRunGraph(rowsWith('main: 0 1', changes));
    return durationOfTurn(turn(graph, 'main/1'), graph);
  };

  test('counts from the scene before it', () => {
    expect(durationWith({ 'main/0': { savedAt: at(0) }, 'main/1': { savedAt: at(3) } })).toBe(3000);
  });

  test('leaves out the time in which a person thought', () => {
    const said = { savedAt: at(90_000), input: 'go on' };
    expect(durationWith({ 'main/0': { savedAt: at(0) }, 'main/1': said })).toBe(null);
  });

  test('is not known without times, nor where clocks ran backwards', () => {
    expect(durationWith({})).toBe(null);
    expect(durationWith({ 'main/0': { savedAt: at(9) }, 'main/1': { savedAt: at(3) } })).toBe(null);
  });
});
