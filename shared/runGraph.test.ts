import { describe, expect, test } from 'vitest';
import { formatAddress, parseAddress } from './address.ts';
import {
  addressOf,
  allMarksOf,
  buildRunGraph,
  marksOf,
  type RunGraph,
  sceneAt,
  withNoteMarks,
  withRemarks,
} from './runGraph.ts';
import { drawCall, drawRun } from './testing/drawRun.ts';

const nodeOf = (graph: RunGraph, scene: string) => {
  const node = graph.turns.get(graph.turnOfScene.get(scene) ?? '');
  if (!node) throw new Error(`no turn holds ${scene}`);
  return node;
};

describe('scenes become turns', () => {
  test('A and B of one reply are one turn, named by its A', () => {
    const graph = buildRunGraph(drawRun('main 0B 1A 1B 2B'));
    expect(graph.order).toEqual(['main/0B', 'main/1A', 'main/2B']);
    expect(nodeOf(graph, 'main/1B').id).toBe('main/1A');
    expect(nodeOf(graph, 'main/2B').parent).toBe('main/1A');
    expect(nodeOf(graph, 'main/2B').headOf).toEqual(['main']);
  });

  test('a turn keeps its id while it grows', () => {
    const before = buildRunGraph(drawRun('main 0B 1A'));
    const after = buildRunGraph(drawRun('main 0B 1A 1B'));
    expect(before.order).toEqual(after.order);
  });

  test('of two Bs of one A the one on the line ends its turn, the other is a turn of its own that hangs on it', () => {
    const rows = drawRun("main 0B 1A 1B\nmain 1A > 1B'\nplan-b main/1B > 2A");
    for (const scenes of [rows.scenes, rows.scenes.toReversed()]) {
      const graph = buildRunGraph({ ...rows, scenes });
      expect(nodeOf(graph, "main/1B'").id).toBe('main/1A');
      expect(nodeOf(graph, 'main/1B')).toMatchObject({ id: 'main/1B', parent: 'main/1A' });
      expect(nodeOf(graph, 'plan-b/2A').parent).toBe('main/1B');
    }
  });

  test('turn numbers order, not text: 999 before 1000', () => {
    const graph = buildRunGraph(drawRun('main 998A 998B 999A 999B 1000A 1000B'));
    expect(graph.order).toEqual(['main/998A', 'main/999A', 'main/1000A']);
  });
});

describe('lines and what was left behind', () => {
  const rewound = drawRun(`
    main    0B 1A 1B 2A 2B 3A 3B
    main    1B > 2A' 2B'
    plan-b  main/1B > 2A 2B
  `);

  test('what a rewind left is superseded by its move; what both lines share is not', () => {
    const graph = buildRunGraph(rewound);
    expect(nodeOf(graph, 'main/1A').state).toBe('line');
    expect(nodeOf(graph, 'main/2A')).toMatchObject({ state: 'superseded', move: 1 });
    expect(nodeOf(graph, 'main/3A')).toMatchObject({ state: 'superseded', move: 1 });
    expect(nodeOf(graph, "main/2A'").state).toBe('line');
    expect(nodeOf(graph, 'plan-b/2A').state).toBe('line');
  });

  test('a tail that nothing leads to is orphaned and still there', () => {
    const graph = buildRunGraph(drawRun('main 0B 1A 1B\nmain ? > 18A 18B'));
    expect(nodeOf(graph, 'main/18A')).toMatchObject({ state: 'orphaned', parent: null });
    expect(graph.order).toHaveLength(3);
  });

  test('the copy in a fork is the scene it copies', () => {
    const rows = drawRun('main 0B 1A 1B\nplan-b main/1B > 2B');
    const original = rows.scenes.find(row => row.id === 'main/1B');
    if (!original) throw new Error('drawn wrongly');
    const copy = { ...original, branch: 'plan-b', file: 'checkpoints-plan-b/turn-001-B.json' };
    const graph = buildRunGraph({ ...rows, scenes: [copy, ...rows.scenes] });
    expect(graph.scenes.get('main/1B')?.branch).toBe('main');
    expect(graph.order).toEqual(['main/0B', 'main/1A', 'plan-b/2B']);
  });

  test('parents that go in a circle end a line instead of hanging', () => {
    const rows = drawRun('main 0B 1B');
    const scenes = rows.scenes.map(row => ({ ...row, parent: row.id === 'main/0B' ? 'main/1B' : 'main/0B' }));
    expect(buildRunGraph({ ...rows, scenes }).order).toHaveLength(2);
  });
});

describe('addresses', () => {
  const rows = drawRun(`
    main    0B 1A 1B 2A 2B 3A 3B
    main    1B > 2A' 2B'
    plan-b  main/1B > 2A 2B
    main    ? > 9B
  `);
  const graph = buildRunGraph(rows);
  const at = (address: string) => sceneAt(graph, parseAddress(address))?.id;

  test.each([
    ['2-A', "main/2A'"],
    ['2', "main/2B'"],
    ['main:2-A~1', 'main/2A'],
    ['3~1', 'main/3B'],
    ['plan-b:2-B', 'plan-b/2B'],
    ['plan-b:1-A', 'main/1A'],
    ['3', undefined],
    ['nobody:1', undefined],
  ])('%s is %s', (address, id) => expect(at(address)).toBe(id));

  test('every scene has an address that leads back to it', () => {
    for (const scene of graph.scenes.values()) {
      const address = addressOf(graph, scene);
      expect(sceneAt(graph, address)?.id).toBe(scene.id);
    }
  });

  test('a superseded scene is addressed through its move, an orphan by id', () => {
    const address = (id: string) => formatAddress(addressOf(graph, graph.scenes.get(id) ?? raise(id)));
    expect(address('main/3B')).toBe('main:3-B~1');
    expect(address('main/9B')).toBe('@main/9B');
  });
});

describe('marks', () => {
  test('a turn shows errors, dangling calls, effects on the world and damage', () => {
    const rows = drawRun('main 0B 1A 1B 2A 3A!');
    const withCalls = rows.scenes.map(row => ({
      ...row,
      calls:
        row.turn === 1
          ? [
              drawCall('t1', { state: 'error' }),
              drawCall('t2', { name: 'send_email', toolClass: 'external' }),
            ]
          : row.turn === 2
            ? [drawCall('t3', { state: 'dangling' })]
            : [],
    }));
    const effect = {
      id: 'main/0',
      branch: 'main',
      callId: 't2',
      name: 'send_email',
      toolClass: 'external' as const,
      detail: '',
      target: null,
      turn: 1,
      scene: 'main/1A',
      at: null,
    };
    const graph = buildRunGraph({ ...rows, scenes: withCalls, effects: [effect] });
    const marks = (scene: string) => marksOf(nodeOf(graph, scene));
    expect(marks('main/1B')).toEqual(['error', 'external']);
    expect(marks('main/2A')).toEqual(['dangling']);
    expect(marks('main/3A')).toEqual(['damaged']);
    expect(marks('main/0B')).toEqual([]);
  });
});

test('what people put on turns is marked on them, last of all, and the other nodes stay the same', () => {
  const graph = buildRunGraph(drawRun('main 0B 1A 1B 2A'));
  expect(withNoteMarks(graph, new Map([['gone', ['note']]]))).toBe(graph);
  const marked = withNoteMarks(
    withRemarks(graph, new Set(['main/1A'])),
    new Map([['main/1A', ['note', 'bad']]]),
  );
  expect(allMarksOf(nodeOf(marked, 'main/1B'))).toEqual(['remark', 'note', 'bad']);
  expect(nodeOf(marked, 'main/2A')).toBe(nodeOf(graph, 'main/2A'));
});

function raise(what: string): never {
  throw new Error(`missing ${what}`);
}
