import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { MAIN } from '../../shared/branch.ts';
import { digestOfValue } from '../../shared/digest.ts';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { createRun, openRun } from './fileStore.ts';
import type { RunStore } from './runStore.ts';
import { editedScene } from './testing/editedScene.ts';
import { playTurns, testRunRecord } from './testing/playTurns.ts';

/** Stands for the power switch: from write number `last` on, nothing reaches the disk any more. */
const power = vi.hoisted(() => ({ writes: 0, last: Number.POSITIVE_INFINITY }));

vi.mock('node:fs/promises', async importActual => {
  const actual = await importActual<typeof import('node:fs/promises')>();
  const cut = <P extends unknown[], R>(call: (...parameters: P) => Promise<R>) => {
    return async (...parameters: P): Promise<R> => {
      if (++power.writes > power.last) throw new Error('the power is off');
      return await call(...parameters);
    };
  };
  const { rename, link, unlink, mkdir, rmdir, rm } = actual;
  return {
    ...actual,
    open: (...parameters: Parameters<typeof actual.open>) =>
      (typeof parameters[1] === 'string' && parameters[1] !== 'r' ? cut(actual.open) : actual.open)(
        ...parameters,
      ),
    rename: cut(rename),
    link: cut(link),
    unlink: cut(unlink),
    mkdir: cut((path: string, options: object) => mkdir(path, options)),
    rmdir: cut(rmdir),
    rm: cut(rm),
  };
});

const { cp, readdir, rm } = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises');

const open = (dataFolder: string) =>
  openRun(join(dataFolder, 'reports'), { id: 'reports', cacheFolder: null, readOnly: false });

/** Main with four turns, rewound to its second with everything that a rewind can bring, and a fork of its third. */
async function preparedRun(): Promise<string> {
  const dataFolder = await temporaryFolder();
  const store = await createRun(dataFolder, testRunRecord(), { cacheFolder: null });
  const main = store.branch(MAIN);
  await playTurns(main, 4);
  await playTurns(await main.forkFrom(3, 'plan-b'), 4, 'forked');
  await rewindWithAll(store);
  await playTurns(main, 3, 'second');
  return dataFolder;
}

const changes = {
  pendingInput: 'go',
  decisions: { c: { kind: 'run' as const } },
  settings: { model: 'm2' },
  effects: 'live' as const,
};

async function rewindWithAll(store: RunStore): Promise<void> {
  const main = store.branch(MAIN);
  const scene = editedScene(await main.loadCheckpoint(2), 'edited');
  await main.rewindTo(2, { filesBefore: 'files', changes: { ...changes, scene } });
}

const acts: [string, (store: RunStore) => Promise<unknown>][] = [
  ['a rewind to an edited scene', rewindWithAll],
  ['an undo', store => store.branch(MAIN).undo({ filesBefore: 'files' })],
  [
    'a rewind of a fork to an ancestor’s A',
    store => store.branch('plan-b').rewindTo(1, { point: 'A', changes }),
  ],
  [
    'a fork from an edited scene',
    async store => {
      const scene = editedScene(await store.branch(MAIN).loadCheckpoint(1), 'edited');
      return store.branch(MAIN).forkFrom(1, 'plan-c', { changes: { ...changes, scene } });
    },
  ],
];

/** What a reader sees of a run, apart from ids and times that an act makes anew, and from where files lie. */
async function seenOf(dataFolder: string): Promise<unknown> {
  const store = open(dataFolder);
  const { scenes, problems } = await store.rows();
  const names = (await store.branchNames()).sort();
  const branches = await Promise.all(names.map(name => seenOfBranch(store, name)));
  return { problems, branches, scenes: scenes.map(row => `${row.branch}/${row.turn}${row.point}`).sort() };
}

async function seenOfBranch(store: RunStore, name: string) {
  const branch = store.branch(name);
  const latest = await branch.loadLatest();
  const { moves, settings, effects, pendingInput, decisions } = await branch.record();
  const bound = [pendingInput, decisions].map(waiting => waiting && waiting.scene === latest?.row.id);
  const head = `${latest?.row.turn}${latest?.row.point} ${digestOfValue(latest?.checkpoint?.messages, 8)}`;
  return { name, head, settings, effects, bound, moves: moves.map(({ kind, changed }) => [kind, changed]) };
}

/** Whoever died holds no lock for long. */
async function removeLocks(dataFolder: string): Promise<void> {
  const run = join(dataFolder, 'reports');
  for (const name of await readdir(run, { recursive: true })) {
    if (/(^|\/)\.?(run\.)?lock/.test(name)) await rm(join(run, name), { force: true });
  }
}

describe.each(acts)('%s', (_, act) => {
  test('cut off at any write leaves the old state or the new one, and the next act goes on', async () => {
    const prepared = await preparedRun();
    const copy = async () => {
      const folder = await temporaryFolder();
      await cp(prepared, folder, { recursive: true });
      return folder;
    };
    const before = await seenOf(prepared);
    const known = (await open(prepared).rows()).scenes.map(row => row.id);
    const whole = await copy();
    power.writes = 0;
    await act(open(whole));
    const writes = power.writes;
    const after = await seenOf(whole);
    expect(after).not.toEqual(before);

    let [old, done] = [0, 0];
    for (let last = 0; last < writes; last++) {
      const folder = await copy();
      Object.assign(power, { writes: 0, last });
      await act(open(folder)).catch((error: Error) => error);
      power.last = Number.POSITIVE_INFINITY;
      const seen = await seenOf(folder);
      const isOld = JSON.stringify(seen) === JSON.stringify(before);
      expect([last, seen]).toEqual([last, isOld ? before : after]);
      // Once it is done, it stays done.
      expect(isOld && done > 0).toBe(false);
      if (isOld) old++;
      else done++;
      await removeLocks(folder);
      await playTurns(open(folder).branch(MAIN), 5, 'later');
      const { scenes, problems } = await open(folder).rows();
      expect([last, problems]).toEqual([last, []]);
      expect(known.filter(id => !scenes.some(row => row.id === id && row.problem === null))).toEqual([]);
    }
    expect([old > 3, done > 0]).toEqual([true, true]);
  });
});
