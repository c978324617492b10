import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BRANCH_VERSION, type BranchRecord } from '../../shared/branch.ts';
import { runRowsSchema } from '../../shared/rows.ts';
import { acquireLock } from '../disk/lock.ts';
import { drawFolder, drawnId, drawnScene } from './testing/drawFolder.ts';
import { lineOfBranch, openedFolder, problemsInShort, turnsInState } from './testing/openedFolder.ts';

const run = `run.json = ${JSON.stringify({
  version: 1,
  id: 'tidy',
  title: 'Tidy up',
  task: 'Tidy up the logs.',
  created: '2026-01-02T03:04:05.000Z',
  scenario: null,
  workspace: null,
  checks: [],
  tools: [],
  limits: { turns: null, tokens: null, seconds: null, costUsd: null },
})}`;

function branch(change: Partial<BranchRecord>): string {
  const record: BranchRecord = {
    version: BRANCH_VERSION,
    name: 'main',
    parent: null,
    origin: null,
    moves: [],
    head: drawnId(0, 'B'),
    effects: 'live',
    settings: {},
    pendingInput: null,
    decisions: null,
    outcome: null,
    ...change,
  };
  return JSON.stringify(record);
}

/** A rewind or an undo from one scene to another. */
function move(number: number, left: string, taken: string) {
  return { number, kind: 'rewind' as const, left, taken, at: '' };
}

describe('a run of ours', () => {
  test('its rows: record, branches, scenes by their own ids, effects, journal', async () => {
    const { rows } = await openedFolder(`
      ${run}
      checkpoints own           | 0-B..2-A
      checkpoints/branch.json   = ${branch({})}
      checkpoints/effects.json  = [{"tool_use_id": "toolu_1", "name": "make", "input": {}, "result": 1, "scene": "s", "turn": 1}]
      checkpoints/calls.jsonl   = {"event":"open","scene":"s","turn":1,"position":0,"callId":"toolu_1","name":"make","inputDigest":"d","toolClass":"workspace","target":null,"process":{"pid":1,"host":"h","startedAt":""},"files":[],"at":"t1"}
    `);
    expect(rows.run).toMatchObject({ kind: 'run', title: 'Tidy up', task: 'Tidy up the logs.' });
    expect(rows.branches).toMatchObject([{ name: 'main', head: drawnId(2, 'A'), effects: 'live' }]);
    expect(rows.scenes[0]).toMatchObject({ id: drawnId(0, 'B'), file: 'checkpoints/turn-000-B.json' });
    expect(lineOfBranch(rows)).toBe('0-B 1-A 1-B 2-A');
    expect(rows.effects).toMatchObject([{ id: 'main/0', toolClass: 'workspace' }]);
    expect(rows.journal).toMatchObject([{ id: 'main/s/0', state: 'open', ok: null, openedAt: 't1' }]);
    expect(rows.problems).toEqual([]);
  });

  test('a rewind that is committed and only half tidied', async () => {
    const { rows } = await openedFolder(`
      ${run}
      checkpoints own                | 0-B..3-B 5-A<4-B 5-B
      checkpoints/superseded/1 own   | 4-A<3-B 4-B
      checkpoints/branch.json        = ${branch({ head: drawnId(2, 'B'), moves: [move(1, drawnId(5, 'B'), drawnId(2, 'B'))] })}
    `);
    expect(lineOfBranch(rows)).toBe('0-B 1-A 1-B 2-A 2-B');
    expect(rows.scenes.filter(row => row.folderOfMove === 1).map(row => row.file)).toEqual([
      'checkpoints/superseded/1/turn-004-A.json',
      'checkpoints/superseded/1/turn-004-B.json',
    ]);
    expect(turnsInState(rows, 'superseded')).toBe('main:3 main:4 main:5');
  });

  test('scenes that another program adds join the line after our head, whatever fields they copied', async () => {
    const { root, source } = await openedFolder(`
      ${run}
      checkpoints own           | 0-B..2-B
      checkpoints/branch.json   = ${branch({})}
    `);
    const copied = { ...drawnScene(3, 'A'), id: drawnId(2, 'B'), parent: drawnId(2, 'A'), point: 'B' };
    await writeFile(join(root, 'checkpoints/turn-003-A.json'), JSON.stringify(copied));
    const rows = await source.rows();
    expect(lineOfBranch(rows)).toBe('0-B 1-A 1-B 2-A 2-B 3-A');
    expect(rows.scenes.at(-1)?.id).toMatch(/^[0-9a-f]{32}$/);
    expect(rows.problems).toEqual([]);
  });

  test('their scenes stay superseded after a rewind of ours moved them away', async () => {
    const { root, source } = await openedFolder(`
      ${run}
      checkpoints own           | 0-B..2-B
      checkpoints               | 3-A..4-B
    `);
    const head = (await source.rows()).branches[0]?.head ?? '';
    await mkdir(join(root, 'checkpoints/superseded/1'), { recursive: true });
    for (const name of ['turn-003-A.json', 'turn-003-B.json', 'turn-004-A.json', 'turn-004-B.json']) {
      await rename(join(root, 'checkpoints', name), join(root, 'checkpoints/superseded/1', name));
    }
    const record = branch({ head: drawnId(2, 'B'), moves: [move(1, head, drawnId(2, 'B'))] });
    await writeFile(join(root, 'checkpoints/branch.json'), record);
    const rows = await source.rows();
    expect(lineOfBranch(rows)).toBe('0-B 1-A 1-B 2-A 2-B');
    expect(turnsInState(rows, 'superseded')).toBe('main:3 main:4');
    expect(rows.problems).toEqual([]);
  });

  test('a fork opened by itself misses no parent', async () => {
    const { rows } = await openedFolder(
      `
      checkpoints own                | 0-B..2-B
      checkpoints-b own              | 2-B<2-A 3-A@b/3
      checkpoints-b/branch.json      = ${branch({ name: 'b', parent: 'main', origin: drawnId(2, 'B'), head: drawnId(2, 'B') })}
    `,
      'checkpoints-b',
    );
    expect(rows.branches).toMatchObject([{ name: 'main', parent: null }]);
    expect(lineOfBranch(rows)).toBe('2-B 3-A');
    expect(rows.problems).toEqual([]);
  });

  test('run.json lost to a power failure: its copy is read, or the run opens without', async () => {
    const { root, source, rows } = await openedFolder(`
      run.json          =
      ${run.replace('run.json', 'run.json.bak')}
      checkpoints own   | 0-B
    `);
    expect(rows.run.title).toBe('Tidy up');
    expect(problemsInShort(rows)).toEqual(['empty-file run.json']);
    await rm(join(root, 'run.json.bak'));
    await writeFile(join(root, 'run.json'), '\0\0\0\0');
    const without = await source.rows();
    expect(without.run).toMatchObject({ kind: 'run', task: 'tidy up' });
    expect(without.scenes).toHaveLength(1);
  });

  test('is running while its lock has a live owner', async () => {
    const { root, source } = await openedFolder('checkpoints | 0-B..1-B');
    const lock = await acquireLock(join(root, 'checkpoints/lock'), 'main');
    expect((await source.rows()).branches[0]).toMatchObject({
      state: 'running',
      owner: expect.stringContaining(`${process.pid}`),
    });
    await lock.release();
    expect((await source.rows()).branches[0]).toMatchObject({ state: 'interrupted', owner: null });
  });
});

describe('bad files', () => {
  test('are damaged rows with their reason; the rest opens', async () => {
    const { root, source } = await openedFolder(
      '. | 0-B..1-B 2-A!empty 2-B!nul 3-A!cut 3-B!shape 4-A!v99 4-B',
    );
    await mkdir(join(root, 'turn-005-A.json'));
    const deep = `{"messages":[{"role":"user","content":[{"type":"x","y":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}]}`;
    await writeFile(join(root, 'turn-005-B.json'), deep);
    const rows = await source.rows();
    expect(rows.scenes.map(row => `${row.turn}-${row.point} ${row.problem?.code ?? 'good'}`)).toEqual([
      '0-B good',
      '1-A good',
      '1-B good',
      '2-A empty-file',
      '2-B empty-file',
      '3-A bad-json',
      '3-B bad-shape',
      '4-A newer-version',
      '4-B good',
      '5-A unreadable-file',
      '5-B bad-shape',
    ]);
    expect(lineOfBranch(rows)).toBe('0-B 1-A 1-B 2-A 2-B 3-A 3-B 4-A 4-B');
    expect(problemsInShort(rows)).toEqual([]);
  });

  test('show their first bytes as text', async () => {
    const { root, source } = await openedFolder('. | 0-B 1-A!shape 1-B');
    await writeFile(join(root, 'turn-001-B.json'), Buffer.alloc(100_000, 0xff));
    const rows = await source.rows();
    const scenes = await Promise.all(rows.scenes.slice(1).map(row => source.scene(row.id)));
    expect(scenes[0]).toMatchObject({ checkpoint: null, raw: '["no", "checkpoint"]' });
    expect(scenes[1]?.raw).toBe('\ufffd'.repeat(64 * 1024));
  });

  test('in the middle of a line of ours take the id that is missing', async () => {
    const { rows } = await openedFolder(`
      ${run}
      checkpoints own           | 0-B..2-A 2-B!cut 3-A..4-B
      checkpoints/branch.json   = ${branch({})}
    `);
    expect(lineOfBranch(rows)).toBe('0-B 1-A 1-B 2-A 2-B 3-A 3-B 4-A 4-B');
    expect(rows.scenes.find(row => row.problem !== null)).toMatchObject({
      id: drawnId(2, 'B'),
      parent: drawnId(2, 'A'),
    });
    expect(rows.problems).toEqual([]);
  });

  test('at the end of a line are no head', async () => {
    const { rows } = await openedFolder('checkpoints own | 0-B..2-A 2-B!cut');
    expect(lineOfBranch(rows)).toBe('0-B 1-A 1-B 2-A');
    expect(rows.scenes.at(-1)?.id).toMatch(/^damaged-/);
  });

  test('a parent that is nowhere is said, and every scene is there', async () => {
    const { rows } = await openedFolder(`
      checkpoints own           | 1-B 2-B 3-B<gone 4-B
      checkpoints/branch.json   = ${branch({ head: drawnId(2, 'B') })}
    `);
    expect(problemsInShort(rows)).toEqual(['no-parent checkpoints/turn-003-B.json 3']);
    expect(rows.scenes.map(row => row.turn)).toEqual([1, 2, 3, 4]);
    expect(lineOfBranch(rows)).toBe('1-B 2-B');
    expect(turnsInState(rows, 'orphaned')).toBe('main:3 main:4');
  });

  test('a head that is missing is said, not replaced by another', async () => {
    const { rows } = await openedFolder(`
      checkpoints own           | 0-B..2-B
      checkpoints/branch.json   = ${branch({ head: 'gone' })}
    `);
    expect(rows.branches[0]).toMatchObject({ head: null, problem: { code: 'missing-head' } });
    expect(problemsInShort(rows)).toEqual(['missing-head main']);
  });

  test('a head that is damaged is said, not replaced by the scene before it', async () => {
    const { rows } = await openedFolder(`
      checkpoints own                | 0-B..1-B 2-A!cut
      checkpoints/superseded/1 own   | 2-B<2-A
      checkpoints/branch.json        = ${branch({ head: drawnId(2, 'A'), moves: [move(1, drawnId(2, 'B'), drawnId(2, 'A'))] })}
    `);
    expect(rows.branches[0]).toMatchObject({ head: null, problem: { code: 'missing-head' } });
  });

  test('branch.json that cannot be read: the head is looked for among what is in place', async () => {
    const { rows } = await openedFolder(`
      checkpoints own                | 0-B..2-B
      checkpoints/superseded/1 own   | 3-A<2-B 3-B
      checkpoints/branch.json        = {"version": 7}
    `);
    expect(lineOfBranch(rows)).toBe('0-B 1-A 1-B 2-A 2-B');
    expect(rows.branches[0]).toMatchObject({ problem: { code: 'newer-version' } });
  });

  test('lines of the journal that cannot be read are named, a torn last one is not', async () => {
    const { rows } = await openedFolder(`
      checkpoints own           | 0-B
      checkpoints/calls.jsonl   = {"event":"ended","scene":"s","callId":"t","position":0,"ok":true,"result":1,"durationMs":5,"at":"t"}
    `);
    expect(rows.journal).toMatchObject([{ state: 'ended', ok: true, durationMs: 5 }]);
    const { root, source } = await openedFolder('checkpoints own | 0-B');
    await writeFile(join(root, 'checkpoints/calls.jsonl'), '{"event":"sung"}\nnonsense\n{"event":"op');
    expect((await source.rows()).problems.map(problem => problem.code).sort()).toEqual([
      'bad-json',
      'bad-shape',
    ]);
  });
});

test('rows fit their schema, whatever the files say', async () => {
  const { root, source } = await openedFolder(`
    checkpoints               | 0-B 1-A!cut 1-B 7-B@x/1
    checkpoints/effects.json  = [{"tool_use_id": "t", "turn": 1.5, "name": 7}, {"tool_use_id": "t", "turn": 1.5}, 3]
    checkpoints/branch.json   = {"version": 1}
    checkpoints-con           | 0-B
  `);
  const hostile = { ...drawnScene(2, 'A'), stopReason: 'constructor', id: '../../etc', parent: '__proto__' };
  await writeFile(join(root, 'checkpoints/turn-002-A.json'), JSON.stringify(hostile));
  const rows = await source.rows();
  expect(runRowsSchema.safeParse(rows).error).toBeUndefined();
  expect(rows.effects).toHaveLength(1);
});

describe('one scene', () => {
  test('is found where a rewind moved it meanwhile', async () => {
    const { root, source, rows } = await openedFolder('checkpoints own | 0-B..2-B');
    await mkdir(join(root, 'checkpoints/superseded/1'), { recursive: true });
    const name = 'turn-002-B.json';
    await rename(join(root, 'checkpoints', name), join(root, 'checkpoints/superseded/1', name));
    const scene = await source.scene(drawnId(2, 'B'));
    expect(scene.row.file).toBe('checkpoints/superseded/1/turn-002-B.json');
    expect(scene.checkpoint?.messages).toEqual(drawnScene(2, 'B').messages);
    expect(rows.scenes).toHaveLength(5);
  });

  test('that is nowhere is said', async () => {
    const { source } = await openedFolder('checkpoints own | 0-B');
    await expect(source.scene('nothing')).rejects.toMatchObject({ code: 'no-such-scene' });
    await expect(source.effects('nothing')).rejects.toMatchObject({ code: 'no-such-branch' });
  });

  test('that a fork copied is given as the original', async () => {
    const { source } = await openedFolder(`
      checkpoints own     | 0-B..2-B
      checkpoints-b own   | 2-B<2-A
    `);
    expect((await source.scene(drawnId(2, 'B'))).row.branch).toBe('main');
  });
});

test('rows that did not change are the same objects, also beside a new one', async () => {
  const { root, source, rows } = await openedFolder('checkpoints | 0-B..3-B');
  await drawFolder(root, 'checkpoints | 4-A');
  const again = await source.rows();
  expect(again.scenes.slice(0, -1).every((row, index) => row === rows.scenes[index])).toBe(true);
  expect(again.scenes).toHaveLength(rows.scenes.length + 1);
});

test('a folder that is gone is said', async () => {
  const { root, source } = await openedFolder('checkpoints | 0-B');
  await rm(root, { recursive: true });
  await expect(source.rows()).rejects.toMatchObject({ code: 'no-such-path' });
});
