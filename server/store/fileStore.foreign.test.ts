import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAIN } from '../../shared/branch.ts';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { openRun } from './fileStore.ts';
import { loadLatest, playTurn, saveCheckpoint } from './fixtures/thirtyLines.mjs';
import { editedScene } from './testing/editedScene.ts';
import { folderDigests } from './testing/folderDigests.ts';
import { headWords, playTurns } from './testing/playTurns.ts';

let run: string;
let main: string;
beforeEach(async () => {
  run = await temporaryFolder();
  main = join(run, 'checkpoints');
  await mkdir(main);
  const messages = [{ role: 'user', content: 'Sum up the notes.' }];
  saveCheckpoint(main, 0, 'B', { task: 'Sum up the notes.', turns: 0, tokensUsed: 0, messages });
  for (let turn = 1; turn <= 5; turn++) playTurn(main, `note-${turn}.txt`);
});

const open = (folder = run) => openRun(folder, { id: 'theirs', cacheFolder: null, readOnly: true });
const checkpointsIn = async (folder: string) =>
  (await readdir(folder)).filter(name => name.startsWith('turn-')).sort();

describe('a folder made by another program', () => {
  test('is opened and read without a byte being written', async () => {
    const before = await folderDigests(run);
    const store = open();
    expect((await store.branch(MAIN).loadLatest())?.row).toMatchObject({ turn: 5, point: 'B' });
    expect(await store.branch(MAIN).record()).toMatchObject({ name: MAIN, moves: [], effects: 'ask' });
    expect(await store.record()).toMatchObject({ id: 'theirs', task: 'Sum up the notes.', workspace: null });
    expect(await store.branch(MAIN).loadEffects()).toEqual([]);
    await expect(store.branch(MAIN).loadCheckpoint(9)).rejects.toMatchObject({ code: 'no-such-scene' });
    expect(await folderDigests(run)).toEqual(before);
  });

  test('is continued in place, and the other program goes on after us', async () => {
    const branch = open().branch(MAIN);
    await playTurns(branch, 6, 'ours');
    expect((await readdir(main)).sort()).toContain('branch.json');
    expect(loadLatest(main)).toMatchObject({ turn: 6, point: 'B' });
    playTurn(main, 'note-7.txt');
    expect((await branch.loadLatest())?.row.turn).toBe(7);
  });

  test('is rewound and undone; its files keep their bytes', async () => {
    const before = await folderDigests(main);
    const branch = open().branch(MAIN);
    await branch.rewindTo(2);
    expect(loadLatest(main)).toMatchObject({ turn: 2, point: 'B' });
    await playTurns(branch, 3, 'ours');
    const left = await open().branch(MAIN).loadCheckpoint(5, { move: 1 });
    expect(left.row.turn).toBe(5);
    await branch.undo();
    expect(await folderDigests(main)).toMatchObject(before);
    expect((await open().branch(MAIN).loadLatest())?.row.turn).toBe(5);
  });

  test('is rewound to an edited scene, which their code reads and goes on from, and back', async () => {
    const branch = open().branch(MAIN);
    const before = await folderDigests(main);
    const target = await branch.loadCheckpoint(3);
    await branch.rewindTo(3, { changes: { scene: editedScene(target, 'not found') } });
    expect((await branch.loadLatest())?.row).toMatchObject({
      turn: 3,
      point: 'B',
      parent: target.row.parent,
    });
    expect(loadLatest(main)?.scene.messages.at(-1)).toEqual({ role: 'user', content: 'not found' });
    playTurn(main, 'theirs.txt');
    expect((await open().branch(MAIN).loadLatest())?.row.turn).toBe(4);
    expect((await open().rows()).problems).toEqual([]);
    await branch.undo();
    expect(await folderDigests(main)).toMatchObject(before);
  });

  test('is forked beside itself', async () => {
    const before = await folderDigests(main);
    const fork = await open().branch(MAIN).forkFrom(3, 'plan-b');
    await playTurns(fork, 4, 'forked');
    await fork.rewindTo(1);
    expect(loadLatest(join(run, 'checkpoints-plan-b'))).toMatchObject({ turn: 1, point: 'B' });
    await fork.undo();
    expect(await headWords(fork)).toBe('4-B forked');
    expect(await folderDigests(main)).toEqual(before);
  });

  test('opened at its checkpoints folder forks to the same place', async () => {
    const fork = await open(main).branch(MAIN).forkFrom(3, 'plan-b');
    await playTurns(fork, 4, 'forked');
    expect(await checkpointsIn(join(run, 'checkpoints-plan-b'))).toHaveLength(3);
    expect(await open().branchNames()).toEqual([MAIN, 'plan-b']);
  });

  test('of any other name holds its forks inside', async () => {
    const folder = join(run, 'my-saves');
    await rename(main, folder);
    const fork = await open(folder).branch(MAIN).forkFrom(3, 'plan-b');
    await playTurns(fork, 4, 'forked');
    expect(await checkpointsIn(join(folder, 'checkpoints-plan-b'))).toHaveLength(3);
    const again = open(folder);
    expect(await again.branchNames()).toEqual([MAIN, 'plan-b']);
    await again.branch('plan-b').rewindTo(2);
    expect((await again.branch('plan-b').loadLatest())?.row.turn).toBe(2);
    expect((await again.rows()).problems).toEqual([]);
  });

  test('keeps its ledger where and as it has it', async () => {
    const ledger = join(run, 'effects.json');
    await writeFile(ledger, JSON.stringify({ toolu_1: { name: 'send_email', result: 'sent' } }));
    const branch = open().branch(MAIN);
    await branch.saveEffect({ tool_use_id: 't2', name: 'pay', input: {}, result: 'paid' });
    expect(Object.keys(JSON.parse(await readFile(ledger, 'utf8')))).toEqual(['toolu_1', 't2']);
    expect(await readdir(main)).not.toContain('effects.json');
    const fork = await branch.forkFrom(2, 'plan-b');
    expect(await fork.loadEffects()).toEqual([]);
  });
});

describe('a fork made by another program', () => {
  test('is continued, rewound behind its fork point, and brought back', async () => {
    const fork = join(run, 'checkpoints-plan-b');
    await mkdir(fork);
    await copyFile(join(main, 'turn-003-B.json'), join(fork, 'turn-003-B.json'));
    playTurn(fork, 'plan-b.txt');
    const before = await folderDigests(main);
    const branch = open().branch('plan-b');
    await playTurns(branch, 5, 'ours');
    await branch.rewindTo(2, { point: 'A' });
    expect(await checkpointsIn(fork)).toEqual(['turn-002-A.json']);
    expect(await branch.record()).toMatchObject({ name: 'plan-b', parent: MAIN });
    await branch.undo();
    expect(await headWords(open().branch('plan-b'))).toBe('5-B ours');
    expect(loadLatest(fork)).toMatchObject({ turn: 5, point: 'B' });
    expect(await folderDigests(main)).toEqual(before);
  });
});

describe('a tail that their rewind left behind', () => {
  test('is no part of the line, and set aside when our saves come to its names', async () => {
    // They went back to 3 and wrote 4 anew: 5 goes on from a 4 that is no more.
    const old = await readFile(join(main, 'turn-005-B.json'));
    const elsewhere = await temporaryFolder();
    for (const name of ['turn-005-A.json', 'turn-005-B.json', 'turn-004-A.json', 'turn-004-B.json']) {
      await rename(join(main, name), join(elsewhere, name));
    }
    playTurn(main, 'other.txt');
    for (const name of ['turn-005-A.json', 'turn-005-B.json']) {
      await rename(join(elsewhere, name), join(main, name));
    }
    const branch = open().branch(MAIN);
    expect((await branch.loadLatest())?.row).toMatchObject({ turn: 4, point: 'B' });
    await playTurns(branch, 5, 'ours');
    expect(await headWords(branch)).toBe('5-B ours');
    expect(await readFile(join(main, 'superseded/0/turn-005-B.json'))).toEqual(old);
    expect(loadLatest(main)?.scene).toMatchObject({ turns: 5, tokensUsed: 50 });
    expect(await headWords(open().branch(MAIN))).toBe('5-B ours');
  });
});

describe('a single checkpoint.json', () => {
  test('is looked at but not continued', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'checkpoint.json'), await readFile(join(main, 'turn-003-B.json')));
    const branch = open(folder).branch(MAIN);
    const latest = await branch.loadLatest();
    expect(latest?.row.turn).toBe(3);
    const refused = { code: 'read-only', params: { run: 'theirs' } };
    await expect(branch.rewindTo(3)).rejects.toMatchObject(refused);
    await expect(branch.forkFrom(3, 'plan-b')).rejects.toMatchObject(refused);
    await expect(branch.lock()).rejects.toMatchObject(refused);
    expect(await readdir(folder)).toEqual(['checkpoint.json']);
  });
});
