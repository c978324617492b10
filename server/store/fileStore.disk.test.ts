import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MAIN } from '../../shared/branch.ts';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import type { FileRun } from './fileRun.ts';
import { createRun, openRun } from './fileStore.ts';
import { loadEffects, loadLatest, playTurn } from './fixtures/thirtyLines.mjs';
import type { BranchStore, CheckpointDraft, RunStore } from './runStore.ts';
import { editedScene } from './testing/editedScene.ts';
import { folderDigests } from './testing/folderDigests.ts';
import { headWords, playTurns, testRunRecord } from './testing/playTurns.ts';

let dataFolder: string;
let run: string;
let main: string;
let store: RunStore;
let branch: BranchStore;
beforeEach(async () => {
  dataFolder = join(await temporaryFolder(), '.forkpoint');
  store = await createRun(dataFolder, testRunRecord(), { cacheFolder: null });
  branch = store.branch(MAIN);
  run = join(dataFolder, 'reports');
  main = join(run, 'checkpoints');
});

const reopened = () => openRun(run, { id: 'reports', cacheFolder: null, readOnly: false });
const checkpointsIn = async (folder: string) =>
  (await readdir(folder)).filter(name => name.startsWith('turn-')).sort();
const branchJson = async (folder = main) => JSON.parse(await readFile(join(folder, 'branch.json'), 'utf8'));

const editedTwo: CheckpointDraft = {
  turn: 2,
  point: 'B',
  task: '',
  messages: [{ role: 'user', content: 'Sent to another.' }],
  tokensUsed: 20,
};

describe('a new run', () => {
  test('has its record, an empty branch and an empty ledger; its data folder hides itself from git', async () => {
    expect(await readdir(run)).toEqual(['checkpoints', 'run.json']);
    expect((await readdir(main)).sort()).toEqual(['branch.json', 'effects.json']);
    expect(await readFile(join(main, 'effects.json'), 'utf8')).toBe('[]');
    expect(await readFile(join(dataFolder, '.gitignore'), 'utf8')).toBe('*\n');
    expect(await store.record()).toEqual(testRunRecord());
  });

  test('does not hide a folder from git that was there before', async () => {
    const project = await temporaryFolder();
    await createRun(project, testRunRecord(), { cacheFolder: null });
    expect(await readdir(project)).toEqual(['reports']);
  });

  test('is refused under a name that is taken, by a file of ours to come too, whatever the case, or that is none', async () => {
    for (const id of ['reports', 'Reports', 'secret', 'Opened.json']) {
      const create = createRun(dataFolder, testRunRecord(id), { cacheFolder: null });
      await expect(create).rejects.toMatchObject({ code: 'name-taken' });
    }
    const create = createRun(dataFolder, testRunRecord('../out'), { cacheFolder: null });
    await expect(create).rejects.toMatchObject({ code: 'bad-name' });
    expect((await readdir(dataFolder)).sort()).toEqual(['.gitignore', 'reports']);
  });

  test('of two that are made at once one is refused', async () => {
    const create = () => createRun(dataFolder, testRunRecord('twice'), { cacheFolder: null });
    const results = await Promise.allSettled([create(), create()]);
    const refused = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toMatchObject([{ code: 'name-taken' }]);
  });
});

describe('a checkpoint file', () => {
  test('begins with the six fields that other programs know, and a turn is its two files', async () => {
    await playTurns(branch, 1);
    expect(await checkpointsIn(main)).toEqual(['turn-000-B.json', 'turn-001-A.json', 'turn-001-B.json']);
    const keys = Object.keys(JSON.parse(await readFile(join(main, 'turn-001-A.json'), 'utf8')));
    const six = ['version', 'task', 'turns', 'tokensUsed', 'messages', 'pendingToolUse'];
    expect(keys).toEqual([...six, 'id', 'parent', 'point', 'savedAt']);
  });
});

describe('superseded files', () => {
  test('lie below the number of the move that left them; the folder keeps only the line of the head', async () => {
    await playTurns(branch, 4);
    await branch.rewindTo(2);
    await playTurns(branch, 3, 'second');
    await branch.rewindTo(1, { point: 'A' });
    expect(await checkpointsIn(main)).toEqual(['turn-000-B.json', 'turn-001-A.json']);
    expect(await checkpointsIn(join(main, 'superseded/1'))).toEqual([
      'turn-003-A.json',
      'turn-003-B.json',
      'turn-004-A.json',
      'turn-004-B.json',
    ]);
    expect(await checkpointsIn(join(main, 'superseded/2'))).toEqual([
      'turn-001-B.json',
      'turn-002-A.json',
      'turn-002-B.json',
      'turn-003-A.json',
      'turn-003-B.json',
    ]);
  });

  test('come back with an undo, byte for byte, and what was made since goes', async () => {
    await playTurns(branch, 4);
    const before = await folderDigests(main);
    await branch.rewindTo(2);
    await playTurns(branch, 3, 'second');
    await branch.undo();
    const { 'branch.json': _record, 'effects.json': _ledger, ...after } = await folderDigests(main);
    const { 'branch.json': _recordBefore, 'effects.json': _ledgerBefore, ...checkpoints } = before;
    expect(after).toMatchObject(checkpoints);
    expect(await checkpointsIn(join(main, 'superseded/2'))).toEqual(['turn-003-A.json', 'turn-003-B.json']);
  });
});

describe('who reads while somebody rewinds', () => {
  test('sees the edited scene together with its move, or neither', async () => {
    await playTurns(branch, 3);
    const reader = reopened();
    const seen = new Set<string>();
    const target = await branch.loadCheckpoint(2);
    let isDone = false;
    const reading = (async () => {
      while (!isDone) {
        const { branches, scenes, problems } = await reader.rows();
        const { moves = [], head } = branches[0] ?? {};
        const made = moves.filter(move => move.kind === 'rewind').length;
        expect([scenes.length, problems]).toEqual([7 + made, []]);
        expect(head).toBe(moves.at(-1)?.taken ?? scenes.find(row => row.turn === 3 && row.point === 'B')?.id);
        seen.add(`${moves.length}`);
      }
    })();
    for (let k = 0; k < 15; k++) {
      await branch.rewindTo(2, { changes: { scene: editedScene(target, `edit ${k}`) } });
      await branch.undo();
    }
    isDone = true;
    await reading;
    expect(seen.size).toBeGreaterThan(2);
  });
});

describe('a fork', () => {
  test('at 14 is its folder with a copy of that scene and an empty ledger; the parent does not change by a byte', async () => {
    await playTurns(branch, 16);
    const before = await folderDigests(main);
    const fork = await branch.forkFrom(14, 'plan-b');
    const folder = join(run, 'checkpoints-plan-b');
    expect((await readdir(folder)).sort()).toEqual(['branch.json', 'effects.json', 'turn-014-B.json']);
    expect(await readFile(join(folder, 'effects.json'), 'utf8')).toBe('[]');
    expect(await readFile(join(folder, 'turn-014-B.json'))).toEqual(
      await readFile(join(main, 'turn-014-B.json')),
    );
    await playTurns(fork, 16, 'plan b');
    await fork.rewindTo(3);
    await fork.undo();
    expect(await folderDigests(main)).toEqual(before);
    expect(await readdir(run)).toEqual(['checkpoints', 'checkpoints-plan-b', 'run.json']);
  });

  test('leaves an empty folder of its name alone', async () => {
    await playTurns(branch, 1);
    await mkdir(join(run, 'checkpoints-Plan-B'));
    await expect(branch.forkFrom(1, 'plan-b')).rejects.toMatchObject({ code: 'name-taken' });
    expect(await readdir(join(run, 'checkpoints-Plan-B'))).toEqual([]);
  });

  test('that rewinds behind its fork point holds a copy of that scene', async () => {
    await playTurns(branch, 5);
    const fork = await branch.forkFrom(4, 'plan-b');
    await fork.rewindTo(2);
    const folder = join(run, 'checkpoints-plan-b');
    expect(await checkpointsIn(folder)).toEqual(['turn-002-B.json']);
    expect(await checkpointsIn(join(folder, 'superseded/1'))).toEqual(['turn-004-B.json']);
    expect(await readFile(join(folder, 'turn-002-B.json'))).toEqual(
      await readFile(join(main, 'turn-002-B.json')),
    );
  });
});

describe('a crash', () => {
  test('between the move and its tidying: the move holds, and the next save tidies first', async () => {
    const ids = await playTurns(branch, 4);
    const record = await branchJson();
    const move = { number: 1, kind: 'rewind', left: ids[8], taken: ids[4], at: '2026-01-01T00:00:00.000Z' };
    await writeFile(join(main, 'branch.json'), JSON.stringify({ ...record, head: ids[4], moves: [move] }));
    expect(await headWords(reopened().branch(MAIN))).toBe('2-B first');
    await playTurns(branch, 3, 'second');
    expect(await checkpointsIn(main)).toEqual([
      ...['turn-000-B.json', 'turn-001-A.json', 'turn-001-B.json', 'turn-002-A.json', 'turn-002-B.json'],
      ...['turn-003-A.json', 'turn-003-B.json'],
    ]);
    expect(await checkpointsIn(join(main, 'superseded/1'))).toHaveLength(4);
    expect(await headWords(branch)).toBe('3-B second');
  });

  test('in the middle of tidying: what lies in either place is found', async () => {
    const ids = await playTurns(branch, 4);
    await branch.rewindTo(2);
    await rename(join(main, 'superseded/1/turn-003-B.json'), join(main, 'turn-003-B.json'));
    const rows = await reopened().rows();
    expect(rows.scenes.map(row => row.id).sort()).toEqual([...ids].sort());
    expect(rows.problems).toEqual([]);
    expect(await headWords(reopened().branch(MAIN))).toBe('2-B first');
    await branch.undo();
    expect(await checkpointsIn(main)).toHaveLength(9);
  });

  test('between what a move prepares and the move: nothing has moved, and the next act sweeps it', async () => {
    await playTurns(branch, 5);
    const fork = await branch.forkFrom(5, 'plan-b');
    const folder = join(run, 'checkpoints-plan-b');
    await fork.rewindTo(2);
    const [record, rows] = [await readFile(join(folder, 'branch.json')), await store.rows()];
    await fork.rewindTo(3, { point: 'A', move: 1 });
    await writeFile(join(folder, 'branch.json'), record);
    await mkdir(join(folder, 'superseded/.2'));
    await rename(join(folder, 'turn-003-A.json'), join(folder, 'superseded/.2/turn-003-A.json'));
    const again = reopened();
    expect(await again.rows()).toEqual(rows);
    await playTurns(again.branch('plan-b'), 3, 'own');
    expect(await readdir(join(folder, 'superseded'))).toEqual(['1']);
    expect((await again.branch('plan-b').rewindTo(2)).number).toBe(2);
    await again.branch('plan-b').undo();
    expect(await headWords(again.branch('plan-b'))).toBe('3-B own');
  });

  test('between a move to an edited scene and its tidying: the move holds, and the next save tidies first', async () => {
    await playTurns(branch, 4);
    await branch.rewindTo(2, { changes: { scene: editedTwo } });
    const rows = await store.rows();
    await mkdir(join(main, 'superseded/.1'));
    await rename(join(main, 'turn-002-B.json'), join(main, 'superseded/.1/turn-002-B.json'));
    await rename(join(main, 'superseded/1/turn-002-B.json'), join(main, 'turn-002-B.json'));
    const again = reopened();
    const { branches, scenes, problems } = await again.rows();
    expect({ branches, problems }).toEqual({ branches: rows.branches, problems: [] });
    expect(scenes.map(row => row.id).sort()).toEqual(rows.scenes.map(row => row.id).sort());
    expect((await again.branch(MAIN).loadLatest())?.checkpoint?.messages).toEqual(editedTwo.messages);
    await playTurns(again.branch(MAIN), 3, 'second');
    expect(await readdir(join(main, 'superseded'))).toEqual(['1']);
    expect(await checkpointsIn(join(main, 'superseded/1'))).toHaveLength(5);
    const inPlace = JSON.parse(await readFile(join(main, 'turn-002-B.json'), 'utf8'));
    expect(inPlace.messages).toEqual(editedTwo.messages);
  });

  test('what a failed move has prepared never becomes another move’s', async () => {
    await playTurns(branch, 3);
    const lock = await branch.lock();
    await mkdir(join(main, 'superseded/.1'), { recursive: true });
    await rename(join(main, 'turn-003-B.json'), join(main, 'superseded/.1/turn-003-B.json'));
    expect(await headWords(branch)).toBe('3-A first');
    expect((await branch.rewindTo(2)).number).toBe(2);
    expect((await store.rows()).scenes).toHaveLength(6);
    await lock.release();
  });

  test('leftovers of killed writers are swept by who acts, never by who looks', async () => {
    await playTurns(branch, 1);
    const files = [
      join(main, '.turn-002-A.json.0123456789ab.tmp'),
      join(main, '.branch.json.0123456789ab.tmp'),
    ];
    for (const file of files) await writeFile(file, 'half a');
    await mkdir(join(run, '.checkpoints-plan-b.0123456789ab.tmp'));
    const theirs = join(main, '.turn-002-A.json.tmp');
    await writeFile(theirs, 'of another program');
    const before = await folderDigests(run);
    await reopened().rows();
    await headWords(reopened().branch(MAIN));
    expect(await folderDigests(run)).toEqual(before);
    await (await branch.lock()).release();
    expect(await readdir(run)).toEqual(['checkpoints', 'run.json']);
    expect((await readdir(main)).filter(name => name.startsWith('.'))).toEqual(['.turn-002-A.json.tmp']);
  });

  test('a lock of a dead process is no obstacle', async () => {
    await playTurns(branch, 1);
    const lock = {
      token: '0123456789abcdef',
      pid: 1,
      host: 'gone',
      startedAt: '',
      heartbeatAt: '2026-01-01T00:00:00Z',
    };
    await writeFile(join(main, 'lock'), JSON.stringify(lock));
    await playTurns(branch, 2);
    expect(await headWords(branch)).toBe('2-B first');
  });
});

describe('the thirty lines of another program', () => {
  test('read our folder and go on with it, and what they add is picked up on the line', async () => {
    await playTurns(branch, 3);
    await branch.rewindTo(2);
    expect(loadLatest(main)).toMatchObject({ turn: 2, point: 'B', scene: { turns: 2 } });
    expect(loadEffects(main)).toHaveLength(3);
    playTurn(main, 'notes.txt');
    playTurn(main, 'more.txt');
    const latest = await branch.loadLatest();
    expect(latest?.row).toMatchObject({ turn: 4, point: 'B' });
    // The fields that they copied along, our id among them, do not hold.
    const ids = (await store.rows()).scenes.map(row => row.id);
    expect(new Set(ids).size).toBe(ids.length);
    await playTurns(branch, 5, 'ours');
    expect(loadLatest(main)?.turn).toBe(5);
    await branch.rewindTo(3);
    expect(await checkpointsIn(join(main, 'superseded/2'))).toHaveLength(4);
    await branch.undo();
    expect(await headWords(branch)).toBe('5-B ours');
  });

  test('one of ours that has the branch in mind notices what they added', async () => {
    const lock = await branch.lock();
    const ids = await playTurns(branch, 2);
    playTurn(main, 'notes.txt');
    const save = { turn: 3, point: 'A' as const, task: '', messages: [], tokensUsed: 0 };
    await expect(branch.saveCheckpoint(save, ids.at(-1) ?? null)).rejects.toMatchObject({
      code: 'branch-moved',
      params: { found: expect.stringContaining('3-B') },
    });
    await playTurns(branch, 4, 'ours');
    await lock.release();
    expect(await headWords(branch)).toBe('4-B ours');
  });

  test('and what they wrote anew in its place', async () => {
    const lock = await branch.lock();
    const ids = await playTurns(branch, 2);
    const path = join(main, 'turn-002-B.json');
    const scene = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...scene, tokensUsed: 99 }));
    await utimes(path, new Date(0), new Date(0));
    const save = { turn: 3, point: 'A' as const, task: '', messages: [], tokensUsed: 0 };
    await expect(branch.saveCheckpoint(save, ids.at(-1) ?? null)).rejects.toMatchObject({
      code: 'branch-moved',
    });
    await lock.release();
  });
});

describe('a bad file', () => {
  test('in the way of a save is set aside with its bytes', async () => {
    await playTurns(branch, 2);
    await writeFile(join(main, 'turn-003-A.json'), '{"messages": [');
    await playTurns(branch, 3, 'on');
    expect(await headWords(branch)).toBe('3-B on');
    expect(await readFile(join(main, 'superseded/0/turn-003-A.json'), 'utf8')).toBe('{"messages": [');
    await branch.rewindTo(2);
    await writeFile(join(main, 'turn-003-A.json'), '');
    await playTurns(branch, 3, 'again');
    expect(await readFile(join(main, 'superseded/0/turn-003-A.json'), 'utf8')).toBe('{"messages": [');
    expect((await store.rows()).scenes.filter(row => row.problem)).toHaveLength(2);
  });

  test('in the middle of the line keeps its place, and the head stays where it is', async () => {
    await playTurns(branch, 4);
    await writeFile(join(main, 'turn-002-A.json'), '');
    const again = reopened().branch(MAIN);
    expect(await headWords(again)).toBe('4-B first');
    await playTurns(again, 5, 'on');
    await again.rewindTo(1);
    await again.undo();
    expect(await headWords(again)).toBe('5-B on');
    expect(await readFile(join(main, 'turn-002-A.json'), 'utf8')).toBe('');
    await expect(again.rewindTo(2, { point: 'A' })).rejects.toMatchObject({ code: 'damaged-scene' });
  });

  test('that is the head: nothing goes on from it, and a person can go back before it', async () => {
    const ids = await playTurns(branch, 3);
    await branch.update({ effects: 'live' });
    await writeFile(join(main, 'turn-003-B.json'), '');
    const again = reopened().branch(MAIN);
    const saveAfter = (head: string | null) =>
      again.saveCheckpoint({ turn: 4, point: 'A', task: '', messages: [], tokensUsed: 0 }, head);
    await expect(saveAfter(ids[6] ?? null)).rejects.toMatchObject({
      code: expect.stringMatching(/damaged-scene|branch-moved/),
    });
    await again.rewindTo(2);
    expect(await headWords(again)).toBe('2-B first');
  });

  test('branch.json that cannot be parsed is kept aside before it is written anew', async () => {
    await playTurns(branch, 2);
    await branch.rewindTo(1);
    await writeFile(join(main, 'branch.json'), '{"version": 1, "na');
    const again = reopened().branch(MAIN);
    expect(await headWords(again)).toBe('1-B first');
    expect((await again.rewindTo(0)).number).toBe(2);
    const kept = (await readdir(main)).find(name => name.endsWith('.corrupt')) ?? '';
    expect(await readFile(join(main, kept), 'utf8')).toBe('{"version": 1, "na');
  });

  test('branch.json of a newer version is not touched', async () => {
    await playTurns(branch, 2);
    const newer = JSON.stringify({ ...(await branchJson()), version: 2 });
    await writeFile(join(main, 'branch.json'), newer);
    await expect(reopened().branch(MAIN).rewindTo(1)).rejects.toMatchObject({ code: 'newer-version' });
    expect(await readFile(join(main, 'branch.json'), 'utf8')).toBe(newer);
  });
});

describe('saving many turns', () => {
  test('does not look at every file again each time', async () => {
    const lock = await branch.lock();
    await playTurns(branch, 1);
    const rows = vi.spyOn((store as FileRun).source, 'rows');
    await playTurns(branch, 30);
    await lock.release();
    expect(rows.mock.calls.length).toBeLessThanOrEqual(1);
    expect(await headWords(branch)).toBe('30-B first');
  });
});

test('a run whose folder is gone says so', async () => {
  await rm(run, { recursive: true });
  await expect(branch.loadLatest()).rejects.toMatchObject({ code: 'no-such-path' });
});
