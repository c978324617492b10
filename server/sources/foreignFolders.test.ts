import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawnScene } from './testing/drawFolder.ts';
import { lineOfBranch, openedFolder, problemsInShort, turnsInState } from './testing/openedFolder.ts';

describe('folders of other programs', () => {
  test('turn files lie directly in the folder, leftovers and hand-made files beside them', async () => {
    const { rows } = await openedFolder(`
      .                      | 998-B..1001-A
      handpicked.json        = {}
      .turn-999-B.json.tmp   = {"messages"
      turn-1001-B.json~      = {}
      turn-1002-C.json       = {}
    `);
    expect(lineOfBranch(rows)).toBe('998-B 999-A 999-B 1000-A 1000-B 1001-A');
    expect(problemsInShort(rows)).toEqual(['bad-name turn-1002-C.json']);
    expect(rows.scenes).toHaveLength(6);
    expect(rows.run).toMatchObject({ kind: 'folder', task: 'tidy up', readOnly: true });
  });

  test('a parent of checkpoints folders', async () => {
    const { rows } = await openedFolder(`
      checkpoints            | 0-B..2-B
      checkpoints-plan-b     | 1-B 2-A@b/2
    `);
    expect(rows.run.kind).toBe('folder');
    expect(rows.branches.map(row => [row.name, row.parent, row.state])).toEqual([
      ['main', null, 'interrupted'],
      ['plan-b', 'main', 'interrupted'],
    ]);
  });

  test('a single checkpoint.json says its turn and point itself', async () => {
    const { rows } = await openedFolder('checkpoint.json = {}');
    expect(rows.scenes).toMatchObject([{ turn: 0, point: 'B', problem: { code: 'bad-shape' } }]);
    const text = { role: 'user', content: 'go on' };
    const call = { type: 'tool_use', id: 't1', name: 'grep', input: {} };
    const messages = [
      text,
      { role: 'assistant', content: [call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '' }] },
      { role: 'assistant', content: [{ ...call, id: 't2' }] },
    ];
    const again = await openedFolder(`checkpoint.json = ${JSON.stringify({ messages })}`, 'checkpoint.json');
    expect(again.rows.scenes).toMatchObject([
      { turn: 2, point: 'A', file: 'checkpoint.json', problem: null },
    ]);
    expect(again.rows.branches).toMatchObject([{ name: 'main', head: again.rows.scenes[0]?.id }]);
  });

  test('a version may be missing, and the name of the file says the turn', async () => {
    const { root, source } = await openedFolder('. | 0-B..2-B!noversion');
    const scene = { ...drawnScene(2, 'B'), turns: 77 };
    await writeFile(join(root, 'turn-002-B.json'), JSON.stringify(scene));
    const rows = await source.rows();
    expect(rows.scenes.map(row => [row.turn, row.problem])).toEqual([
      [0, null],
      [1, null],
      [1, null],
      [2, null],
      [2, null],
    ]);
    expect(lineOfBranch(rows)).toBe('0-B 1-A 1-B 2-A 2-B');
  });

  test('turns without an A', async () => {
    const { rows } = await openedFolder('. | 0-B 1-B 2-B 3-B');
    expect(lineOfBranch(rows)).toBe('0-B 1-B 2-B 3-B');
  });

  test('only some turns were saved: the line goes on as long as the messages do', async () => {
    const { rows } = await openedFolder('. | 0-B 10-B 20-B 21-B@new/4');
    expect(lineOfBranch(rows)).toBe('0-B 10-B 20-B');
    expect(problemsInShort(rows)).toEqual(['no-parent turn-021-B.json 21']);
  });

  test('their rewind overwrote turns: the old ones after them are a tail, on no line', async () => {
    const { rows } = await openedFolder('. | 0-B..14-B 15-A..17-A@new/15 17-B!cut 18-A..20-B');
    expect(lineOfBranch(rows)).toMatch(/15-A 15-B 16-A 16-B 17-A$/);
    expect(turnsInState(rows, 'orphaned')).toBe('main:18 main:19 main:20');
    expect(problemsInShort(rows)).toEqual(['no-parent turn-018-A.json 18']);
  });

  test('marks for the cache, sorted keys and one text block make no other beginning', async () => {
    const { root, source } = await openedFolder('. | 0-B..2-B');
    const { messages, ...rest } = drawnScene(3, 'A');
    const [first, ...others] = messages;
    const marked = { type: 'text', text: first?.content, cache_control: { type: 'ephemeral' } };
    const changed = [{ content: [marked], role: 'user' }, ...others];
    await writeFile(join(root, 'turn-003-A.json'), JSON.stringify({ ...rest, messages: changed }));
    expect(lineOfBranch(await source.rows())).toBe('0-B 1-A 1-B 2-A 2-B 3-A');
  });

  test('two names for one save point stay two scenes', async () => {
    const { root, source } = await openedFolder('. | 0-B..2-B');
    await writeFile(join(root, 'turn-2-B.json'), await readFile(join(root, 'turn-002-B.json')));
    const { scenes } = await source.rows();
    const ids = scenes.filter(row => row.turn === 2 && row.point === 'B').map(row => row.id);
    expect(ids).toEqual([ids[0], `${ids[0]}-2`]);
  });
});

describe('forks of other programs', () => {
  test('hang on the longest beginning of their name, forks of forks too', async () => {
    const { rows } = await openedFolder(`
      checkpoints            | 0-B..4-B
      checkpoints-a          | 2-B 3-A..4-B@a/3
      checkpoints-a-b        | 3-B@a/3 4-A@a/3+b/4
      checkpoints-a-b-c      | 2-B 3-B@c/3
      checkpoints-x-y        | 1-B 2-B@x/2
    `);
    const origins = rows.branches.map(({ name, parent, origin }) => {
      const scene = rows.scenes.find(row => row.id === origin);
      return `${name}<${parent} ${scene ? `${scene.branch}:${scene.turn}-${scene.point}` : ''}`;
    });
    expect(origins).toEqual([
      'main<null ',
      'a<main main:2-B',
      'a-b<a a:3-B',
      'a-b-c<a-b main:2-B',
      'x-y<main main:1-B',
    ]);
    expect(lineOfBranch(rows, 'a-b')).toBe('0-B 1-A 1-B 2-A 2-B 3-A 3-B 4-A');
    expect(turnsInState(rows, 'orphaned')).toBe('');
    expect(problemsInShort(rows)).toEqual([]);
  });

  test('a copy in other bytes is the same scene', async () => {
    const { rows } = await openedFolder(`
      checkpoints            | 0-B..4-B
      checkpoints-b          | 2-B!pretty 3-A@b/3
    `);
    expect(lineOfBranch(rows, 'b')).toBe('0-B 1-A 1-B 2-A 2-B 3-A');
    expect(turnsInState(rows, 'line')).toBe('main:0 main:1 main:2 main:3 b:3 main:4');
  });

  test('one that copied the whole history was forked at the last scene it shares', async () => {
    const { rows } = await openedFolder(`
      checkpoints            | 0-B..4-B
      checkpoints-b          | 0-B..2-B 3-A..3-B@b/3
    `);
    const origin = rows.scenes.find(row => row.id === rows.branches[1]?.origin);
    expect(origin).toMatchObject({ turn: 2, point: 'B' });
    expect(turnsInState(rows, 'line')).toBe('main:0 main:1 main:2 main:3 b:3 main:4');
  });

  test('one that copied nothing goes on from the scene that its messages begin with', async () => {
    const { rows } = await openedFolder(`
      checkpoints            | 0-B..30-B
      checkpoints-b          | 30-B@b/20
    `);
    expect(lineOfBranch(rows, 'b')).toMatch(/19-A 19-B 30-B$/);
  });

  test('one that begins with what is nowhere else stands apart', async () => {
    const { rows } = await openedFolder(`
      checkpoints            | 1-B@x/1 2-B@x/1
      checkpoints-b          | 2-B@b/1
    `);
    expect(rows.branches[1]).toMatchObject({ parent: 'main', origin: null });
    expect(problemsInShort(rows)).toEqual(['no-parent checkpoints-b/turn-002-B.json 2']);
  });

  test('folders whose names cannot be branches are left alone and said', async () => {
    const { root, source } = await openedFolder('checkpoints | 0-B');
    await mkdir(join(root, 'checkpoints-con'));
    await mkdir(join(root, 'checkpoints-main'));
    await mkdir(join(root, 'checkpoints-a b'));
    await writeFile(join(root, 'checkpoints-notes'), '');
    const rows = await source.rows();
    expect(rows.branches.map(row => row.name)).toEqual(['main']);
    expect(problemsInShort(rows).sort()).toEqual(['bad-name a b', 'bad-name con', 'name-taken main']);
  });
});

describe('where a branch folder should be', () => {
  test('a file and links that lead nowhere are said, and the rest opens', async () => {
    const { root, source } = await openedFolder('checkpoints-b | 0-B..1-B');
    await writeFile(join(root, 'checkpoints'), '');
    await symlink('checkpoints-c', join(root, 'checkpoints-c'));
    await symlink('gone', join(root, 'checkpoints-d'));
    const rows = await source.rows();
    expect(rows.branches.map(row => row.name)).toEqual(['b']);
    expect(
      problemsInShort(rows)
        .filter(problem => problem.startsWith('unreadable-file'))
        .sort(),
    ).toEqual([
      'unreadable-file checkpoints',
      'unreadable-file checkpoints-c',
      'unreadable-file checkpoints-d',
    ]);
  });

  test('a run whose checkpoints are a file or a link to themselves is opened with the problem', async () => {
    for (const make of [writeFile, (path: string) => symlink('checkpoints', path)]) {
      const { root, source } = await openedFolder('run.json =\ncheckpoints | 0-B');
      await rm(join(root, 'checkpoints'), { recursive: true });
      await make(join(root, 'checkpoints'), '');
      expect(problemsInShort(await source.rows())).toContain('unreadable-file checkpoints');
    }
  });
});

describe('ledgers of other programs', () => {
  test('lie beside the folders', async () => {
    const { rows, source } = await openedFolder(`
      checkpoints            | 0-B..1-B
      checkpoints-b          | 1-B
      effects.json           = [{"tool_use_id": "toolu_1", "name": "send_email", "input": {"to": "a@b"}, "result": "sent"}]
      effects-b.json         = {"toolu_9": {"name": "grep", "input": {}, "result": "x", "turn": 4}}
    `);
    expect(rows.effects).toMatchObject([
      { id: 'main/0', callId: 'toolu_1', toolClass: 'external', detail: 'a@b', turn: 1 },
      { id: 'b/0', callId: 'toolu_9', toolClass: 'read', turn: 4 },
    ]);
    expect(await source.effects('main')).toMatchObject([{ result: 'sent' }]);
  });

  test('are objects that hold nothing but results: the rest comes from the calls', async () => {
    const { rows } = await openedFolder(`
      checkpoints               | 0-B..3-B
      checkpoints/effects.json  = {"toolu_2": "done", "toolu_x": {"ok": true}}
    `);
    expect(rows.effects).toMatchObject([
      { id: 'main/0', callId: 'toolu_2', name: 'read_file', detail: '2.txt', turn: 2 },
      { id: 'main/1', callId: 'toolu_x', name: '', turn: null },
    ]);
  });

  test('that cannot be parsed are a problem, and their bytes stay', async () => {
    const { root, rows } = await openedFolder(`
      checkpoints            | 0-B
      effects.json           = [{"tool_use_id"
    `);
    expect(rows.effects).toEqual([]);
    expect(rows.problems).toMatchObject([{ code: 'bad-json' }]);
    expect(await readFile(join(root, 'effects.json'), 'utf8')).toBe('[{"tool_use_id"');
  });
});

describe('links', () => {
  test('are followed inside the folder and not out of it', async () => {
    const { root, source } = await openedFolder(
      `
      run/checkpoints          | 0-B..1-A
      run/kept/turn-001-B.json = ${JSON.stringify(drawnScene(1, 'B'))}
      secret/turn-002-A.json   = {"password": "hunter2"}
      secret/checkpoints       | 0-B
    `,
      'run',
    );
    await symlink('../kept/turn-001-B.json', join(root, 'run/checkpoints/turn-001-B.json'));
    await symlink('../../secret/turn-002-A.json', join(root, 'run/checkpoints/turn-002-A.json'));
    await symlink('../../secret/turn-002-A.json', join(root, 'run/checkpoints/branch.json'));
    await symlink('../secret/checkpoints', join(root, 'run/checkpoints-b'));
    const rows = await source.rows();
    expect(lineOfBranch(rows)).toBe('0-B 1-A 1-B');
    expect(problemsInShort(rows)).toContain('unreadable-file checkpoints-b');
    const damaged = rows.scenes.find(row => row.problem !== null);
    expect(damaged).toMatchObject({ turn: 2, problem: { code: 'unreadable-file' } });
    const scene = await source.scene(damaged?.id ?? '');
    expect([scene.checkpoint, scene.raw]).toEqual([null, null]);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
  });
});
