import { describe, expect, test } from 'vitest';
import { type CallRow, effectRowSchema, type SceneRow, sceneRowSchema } from '../rows.ts';
import type { RunState } from '../runEvent.ts';
import { checked } from '../schema.ts';
import { blankBranch, blankEffect, blankRun, blankScene } from '../testing/blankRows.ts';
import { runFromWire, runOnWireSchema, runToWire } from './runOnWire.ts';

function call(id: string, more: Partial<CallRow> = {}): CallRow {
  return {
    id,
    name: 'read_file',
    detail: 'a.txt',
    toolClass: 'read',
    state: 'dangling',
    result: null,
    ...more,
  };
}

function scene(id: string, turn: number, point: 'A' | 'B', more: Partial<SceneRow> = {}): SceneRow {
  return { ...blankScene, id, branch: 'main', file: `${id}.json`, turn, point, parent: null, ...more };
}

function stateWith(scenes: SceneRow[], more: Partial<RunState> = {}): RunState {
  return {
    run: blankRun,
    branches: [],
    scenes,
    effects: [],
    journal: [],
    questions: [],
    problems: [],
    drafts: [],
    cursor: { epoch: 'e', seq: 3 },
    ...more,
  };
}

/** As it arrives, through JSON and the schema of the door. */
async function travelled(state: RunState): Promise<RunState> {
  const wire: unknown = JSON.parse(JSON.stringify(await runToWire(state, noPause)));
  return runFromWire(checked(runOnWireSchema, wire, 'wire'));
}

const noPause = async () => undefined;

const answered = { state: 'answered', result: 'three rakes' } as const;
const written = { name: 'write_file', toolClass: 'workspace', detail: 'b.txt' } as const;

const full: SceneRow = {
  ...scene('s1', 1, 'A'),
  branch: 'plan-b',
  folderOfMove: 2,
  savedAt: '2026-01-01T00:00:00.000Z',
  begunAt: '2025-12-31T23:59:58.000Z',
  model: 'a-model',
  stopReason: 'tool_use',
  usage: { input_tokens: 4, output_tokens: 2, cache_read_input_tokens: null },
  tokensUsed: 6,
  messageCount: 2,
  words: 'I look\nfirst \ud83d\udc40',
  input: 'Tidy up',
  calls: [call('c1'), call('c2', { ...written, state: 'error', result: 'no such file' })],
  flags: ['thinking', 'edited'],
  provenance: { file: 'a.jsonl', line: 7 },
  problem: { code: 'bad-shape', params: { where: 'x', detail: 'y' } },
};

describe('a run arrives as it was sent', () => {
  test('with every field of a scene', async () => {
    const state = stateWith([full, scene('s2', 1, 'B', { parent: 's1' })]);
    expect(Object.keys(full).sort()).toEqual(Object.keys(sceneRowSchema.shape).sort());
    expect(await travelled(state)).toEqual(state);
  });

  test('without any scene', async () => {
    expect(await travelled(stateWith([]))).toEqual(stateWith([]));
  });

  test('with the calls of A and B, and with such as only look alike', async () => {
    const calls = [call('c1'), call('c2')];
    const state = stateWith([
      scene('a', 1, 'A', { calls }),
      scene('b', 1, 'B', { calls: calls.map(each => ({ ...each, ...answered })), parent: 'a' }),
      scene('c', 2, 'A', { calls: [call('c1'), call('c2', { detail: 'other.txt' })], parent: 'b' }),
      scene('d', 2, 'B', { calls: [call('c1')], parent: 'c' }),
      scene('e', 3, 'B', { parent: 'd' }),
      scene('f', 4, 'A', { calls: [call('c1')], parent: 'e' }),
    ]);
    expect(await travelled(state)).toEqual(state);
  });

  test('with parents that are missing, doubled or come later', async () => {
    const state = stateWith([
      scene('later', 2, 'B', { parent: 'first' }),
      scene('first', 1, 'B', { parent: 'nowhere' }),
      scene('first', 1, 'B', { branch: 'plan-b' }),
    ]);
    expect(await travelled(state)).toEqual(state);
  });

  test('with effects that their calls tell of, and with such as say something else', async () => {
    const calls = [call('c1', written), call('c2', written)];
    const told = { branch: 'main', scene: 'a', turn: 1, ...blankEffect, ...written };
    const effects = [
      { ...told, id: 'main/0', callId: 'c1', at: '2026-01-01T00:00:00.000Z' },
      { ...told, id: 'main/1', callId: 'c2' },
      { ...told, id: 'main/2', callId: 'c2', detail: 'edited.txt' },
      { ...told, id: 'main/3', callId: 'c1', target: 'team' },
      { ...told, id: 'main/9', callId: 'c1' },
      { ...told, id: 'main/5', callId: 'c3', scene: null, turn: null },
      { ...told, id: 'plan-b/0', callId: 'c1', branch: 'plan-b' },
    ];
    expect(Object.keys(effects[0] ?? {}).sort()).toEqual(Object.keys(effectRowSchema.shape).sort());
    const state = stateWith([scene('a', 1, 'A', { calls })], { effects });
    expect(await travelled(state)).toEqual(state);
  });

  test('with its branches', async () => {
    const main = { ...blankBranch, name: 'main', kind: 'main', parent: null, origin: null } as const;
    const state = stateWith([], { branches: [{ ...main, head: null, moves: [], state: 'done' }] });
    expect(await travelled(state)).toEqual(state);
  });
});

test('what A and B and the ledger have in common is sent once', async () => {
  const calls = [call('c1', written)];
  const state = stateWith(
    [scene('a', 1, 'A', { calls }), scene('b', 1, 'B', { calls: [{ ...call('c1', written), ...answered }] })],
    {
      effects: [
        { ...blankEffect, ...written, id: 'main/0', branch: 'main', callId: 'c1', scene: 'a', turn: 1 },
      ],
    },
  );
  expect(JSON.stringify(await runToWire(state, noPause)).match(/"c1"/g)).toHaveLength(1);
});

describe('columns that do not fit together are refused', () => {
  const state = stateWith([full, scene('s2', 1, 'B', { parent: 's1', calls: full.calls })]);
  const wire = () => runToWire(state, noPause);
  test.each([
    ['too few points', async () => ({ ...(await wire()).scenes, point: 'A' })],
    ['another letter', async () => ({ ...(await wire()).scenes, point: 'AX' })],
    ['too many turns', async () => ({ ...(await wire()).scenes, turn: { values: [1], times: [3] } })],
    ['a parent out of range', async () => ({ ...(await wire()).scenes, parent: { at: [-1, 9], other: [] } })],
    [
      'calls that are not there',
      async () => ({ ...(await wire()).scenes, calls: { ...(await wire()).scenes.calls, id: [] } }),
    ],
  ])('%s', async (_, scenes) => {
    const bad = { ...(await wire()), scenes: await scenes() };
    expect(() => runFromWire(bad)).toThrow(expect.objectContaining({ code: 'bad-shape' }));
  });

  test('a column of other values', async () => {
    const { scenes, ...rest } = await wire();
    for (const bad of [
      { ...scenes, id: ['s1', 2] },
      { ...scenes, messageCount: ['2'] },
      { ...scenes, id: 's1' },
    ]) {
      expect(() => checked(runOnWireSchema, { ...rest, scenes: bad }, 'wire')).toThrow('bad-shape');
    }
  });

  test('an effect of no call', async () => {
    const bad = {
      ...(await wire()),
      effects: { branch: { values: ['main'], times: [1] }, scene: [0], call: [7], at: [null], other: [] },
    };
    expect(() => runFromWire(bad)).toThrow(expect.objectContaining({ code: 'bad-shape' }));
  });
});
