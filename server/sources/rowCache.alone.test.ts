import { mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkpointFileName } from '../../shared/checkpoint.ts';
import { CacheFolder } from './cacheFolder.ts';
import { RunFolderSource } from './runFolder.ts';
import { drawFolder, drawnId } from './testing/drawFolder.ts';
import { temporaryFolder } from './testing/temporaryFolder.ts';

const opens = vi.hoisted(() => ({ count: 0 }));

vi.mock('node:fs/promises', async importActual => {
  const actual = await importActual<typeof import('node:fs/promises')>();
  return {
    ...actual,
    open: (...parameters: Parameters<typeof actual.open>) => {
      opens.count++;
      return actual.open(...parameters);
    },
    readFile: (...parameters: Parameters<typeof actual.readFile>) => {
      opens.count++;
      return actual.readFile(...parameters);
    },
  };
});

/** More turns than these are only slower: no file of a turn is opened, whatever their number. */
const lastTurn = 30;
let folder: string;
let cacheFolder: string;

/** Another start, with the rows that earlier ones kept. */
function start(path = folder) {
  const kept = new CacheFolder(cacheFolder);
  const source = new RunFolderSource({ folder: path, id: 'r', cacheFolder: kept, readOnly: true });
  return { source, end: () => kept.close() };
}
const source = () => start().source;

async function opensOf<T>(act: () => Promise<T>): Promise<number> {
  opens.count = 0;
  await act();
  return opens.count;
}

/** A folder whose files are older than a tick of the clock (which the test sets forward), read once, its cache kept. */
beforeEach(async () => {
  folder = await temporaryFolder();
  cacheFolder = join(await temporaryFolder(), 'cache');
  await drawFolder(folder, `checkpoints own | 0-B..${lastTurn}-B`);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  const first = start();
  await first.source.rows();
  await first.end();
});

afterEach(() => {
  vi.useRealTimers();
});

test('of a run of two thousand scenes a second opening opens a handful of files too, and a scene one more', async () => {
  const long = await temporaryFolder();
  const scene = JSON.stringify({ task: 'tidy up', messages: [{ role: 'user', content: 'Tidy up.' }] });
  await Promise.all(
    Array.from({ length: 2_000 }, (_, turn) => writeFile(join(long, checkpointFileName(turn, 'B')), scene)),
  );
  vi.setSystemTime(Date.now() + 60_000);
  const first = start(long);
  await first.source.rows();
  await first.end();
  const second = start(long).source;
  expect(await opensOf(() => second.rows())).toBeLessThan(10);
  const { scenes } = await second.rows();
  expect(scenes).toHaveLength(2_000);
  expect(await opensOf(() => second.scene(scenes.at(-1)?.id ?? ''))).toBe(1);
}, 240_000);

describe('a second opening', () => {
  test('opens a handful of files, and none again after that', async () => {
    const second = source();
    expect(await opensOf(() => second.rows())).toBeLessThan(10);
    expect((await second.rows()).scenes).toHaveLength(1 + 2 * lastTurn);
    expect(await opensOf(() => second.rows())).toBe(0);
  });

  test('gives the same rows as the first', async () => {
    const without = new RunFolderSource({ folder, id: 'r', cacheFolder: null, readOnly: true });
    expect(await source().rows()).toEqual(await without.rows());
  });

  test('reads only what changed', async () => {
    const second = source();
    await second.rows();
    await writeFile(join(folder, 'checkpoints/turn-020-A.json'), 'lost');
    const rows = await second.rows();
    expect(rows.scenes.find(row => row.problem !== null)).toMatchObject({ turn: 20, id: drawnId(20, 'A') });
    await drawFolder(folder, `checkpoints own | ${lastTurn + 1}-A<${lastTurn}-B`);
    expect(await opensOf(() => second.rows())).toBeLessThan(4);
  });

  test('reads what was moved only where it also changed', async () => {
    const second = source();
    await second.rows();
    const superseded = join(folder, 'checkpoints/superseded/1');
    await mkdir(superseded, { recursive: true });
    const move = async (turn: string) =>
      rename(join(folder, `checkpoints/turn-${turn}.json`), join(superseded, `turn-${turn}.json`));
    for (const turn of ['029-B', '030-A', '030-B']) await move(turn);
    expect(await opensOf(() => second.rows())).toBe(0);
    expect(await opensOf(() => second.rows())).toBe(0);
    await move('028-B');
    await writeFile(join(superseded, 'turn-028-B.json'), 'changed as well');
    expect(await opensOf(() => second.rows())).toBe(1);
    const moved = (await second.rows()).scenes.filter(row => row.folderOfMove === 1);
    expect(moved.map(row => [row.turn, row.point, row.problem === null])).toEqual([
      [28, 'B', false],
      [29, 'B', true],
      [30, 'A', true],
      [30, 'B', true],
    ]);
  });

  test('keeps what has settled, though a file beside it has not', async () => {
    vi.useRealTimers();
    await drawFolder(folder, `checkpoints own | ${lastTurn + 1}-A<${lastTurn}-B`);
    const second = start();
    await second.source.rows();
    await second.end();
    expect(await opensOf(() => source().rows())).toBeLessThan(10);
  });

  test('opens a file again that changed within one tick of a coarse clock', async () => {
    const path = join(folder, 'checkpoints/turn-000-B.json');
    const now = Math.floor(Date.now() / 1000);
    await utimes(path, now, now);
    const second = source();
    await second.rows();
    expect(await opensOf(() => second.rows())).toBe(1);
  });
});

describe('the cache', () => {
  test.each([
    ['is broken', '{"version": 1, "fil'],
    ['is of another version', '{"version": 0, "root": "", "files": {}}'],
    ['is empty', ''],
  ])('that %s is ignored and made anew', async (_, text) => {
    const [name = ''] = await readdir(cacheFolder);
    await writeFile(join(cacheFolder, name), text);
    const second = start();
    expect((await second.source.rows()).scenes).toHaveLength(1 + 2 * lastTurn);
    await second.end();
    expect((await readFile(join(cacheFolder, name), 'utf8')).startsWith('{"version":3,')).toBe(true);
  });

  test('cannot be written: rows are read all the same', async () => {
    await writeFile(join(folder, 'no-folder'), '');
    cacheFolder = join(folder, 'no-folder');
    const second = start();
    expect((await second.source.rows()).scenes).toHaveLength(1 + 2 * lastTurn);
    await expect(second.end()).resolves.toBeUndefined();
  });
});
