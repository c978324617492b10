import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ForkpointError } from '../../shared/errors.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { FakeSource } from '../live/testing/fakeSource.ts';
import { createRun, openRun } from '../store/fileStore.ts';
import { RunIndex, type RunOpeners } from './runIndex.ts';

let dataFolder: string;
let outside: string;
let index: RunIndex;
let isTranscript: (path: string) => boolean;
const errors: unknown[] = [];

beforeEach(async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-index-')));
  dataFolder = join(root, 'data');
  outside = join(root, 'session.jsonl');
  await mkdir(dataFolder);
  await writeFile(outside, 'a transcript');
  isTranscript = path => path === outside;
  index = newIndex();
});
afterEach(async () => {
  index.close();
  await rm(join(dataFolder, '..'), { recursive: true });
  expect(errors.splice(0)).toEqual([]);
});

function newIndex(longReadingMs?: number): RunIndex {
  const openers: RunOpeners = {
    openRun: (folder, run) => openRun(folder, { id: run, cacheFolder: null, readOnly: false }),
    async openSource(path, run) {
      if (!isTranscript(path)) throw new ForkpointError('unknown-format', { path });
      const rows = drawRun('main 0B 1A 1B 2A 2B');
      return new FakeSource({
        ...rows,
        run: { ...rows.run, id: run, path, kind: 'transcript', readOnly: true },
      });
    },
    onError: error => errors.push(error),
  };
  return new RunIndex(dataFolder, openers, longReadingMs);
}

async function makeRun(id: string, turns = 0): Promise<void> {
  const record: RunRecord = {
    version: 1,
    id,
    title: `Title of ${id}`,
    task: 'a task',
    created: '2026-01-01T00:00:00.000Z',
    scenario: null,
    workspace: null,
    checks: [],
    tools: [],
    limits: { turns: null, tokens: null, seconds: null, costUsd: null },
  };
  await createRun(dataFolder, record, { effects: 'live', cacheFolder: null });
  for (let turn = 0; turn <= turns; turn += 1) await saveTurn(id, turn);
}

/** As another process would: through a store of its own. */
async function saveTurn(id: string, turn: number): Promise<void> {
  const branch = openRun(join(dataFolder, id), { id, cacheFolder: null, readOnly: false }).branch('main');
  const lock = await branch.lock();
  const head = (await branch.loadLatest())?.row.id ?? null;
  const reply = { role: 'assistant' as const, content: `reply ${turn}` };
  const messages = [{ role: 'user' as const, content: 'a task' }, ...(turn > 0 ? [reply] : [])];
  const usage = { input_tokens: 10, output_tokens: 5 };
  const draft = { turn, point: 'B' as const, task: 'a task', messages, tokensUsed: turn * 15 };
  await branch.saveCheckpoint({ ...draft, ...(turn > 0 && { usage }) }, head);
  await lock.release();
}

describe('the list of runs', () => {
  test('holds each run with its turns and tokens, the one that changed last first', async () => {
    await makeRun('one', 1);
    await makeRun('two', 3);
    const runs = await index.list();
    expect(runs.map(({ id, turns, tokens }) => ({ id, turns, tokens }))).toEqual([
      { id: 'two', turns: 3, tokens: 45 },
      { id: 'one', turns: 1, tokens: 15 },
    ]);
  });

  test('passes over what is no run: files, foreign folders, names that begin with a dot', async () => {
    await makeRun('one');
    await writeFile(join(dataFolder, 'secret'), 'x');
    await mkdir(join(dataFolder, 'notes'));
    await mkdir(join(dataFolder, '.half-made'));
    await writeFile(join(dataFolder, '.half-made/run.json'), '{}');
    expect((await index.list()).map(run => run.id)).toEqual(['one']);
  });

  test.each(['', '\0\0\0\0', '{"version":1', '[]', '{"version":99}'])(
    'a run.json of %j hides no other run and is listed with its problem',
    async text => {
      await makeRun('bad', 1);
      await makeRun('good');
      await writeFile(join(dataFolder, 'bad/run.json'), text);
      const runs = await index.list();
      expect(runs.map(run => run.id).sort()).toEqual(['bad', 'good']);
      expect(runs.find(run => run.id === 'bad')?.problem).not.toBeNull();
      expect(runs.find(run => run.id === 'good')?.problem).toBeNull();
    },
  );
});

describe('a path from outside', () => {
  test('is opened in place, listed, and still known after a restart under the same id', async () => {
    const id = await index.openPath(outside);
    expect(id).toMatch(/^open-session-[0-9a-f]{8}$/);
    expect(await index.openPath(outside)).toBe(id);
    const later = newIndex();
    expect((await later.list()).map(run => run.id)).toEqual([id]);
    expect((await (await later.source(id)).rows()).scenes).toHaveLength(5);
    await expect(later.store(id)).rejects.toThrow('read-only');
  });

  test('that leads into the data folder is the run itself', async () => {
    await makeRun('one');
    expect(await index.openPath(join(dataFolder, '../data/one/'))).toBe('one');
    expect(await index.list()).toHaveLength(1);
  });

  test.each(['/no/such/place', 'a\0b', ''])('%j is refused and leaves nothing behind', async path => {
    await expect(index.openPath(path)).rejects.toThrow(ForkpointError);
    expect(await index.list()).toEqual([]);
  });

  test('that is gone is listed with its problem', async () => {
    const id = await index.openPath(outside);
    outside = '';
    const [run] = await newIndex().list();
    expect(run).toMatchObject({ id, state: 'invalid', problem: { code: 'unknown-format' } });
  });

  test('a list of opened paths that cannot be parsed hides nothing and is kept aside', async () => {
    await makeRun('one');
    await writeFile(join(dataFolder, 'opened.json'), '{"version":1,"pat');
    expect((await index.list()).map(run => run.id)).toEqual(['one']);
    expect(await readdir(dataFolder)).toEqual(expect.not.arrayContaining([expect.stringMatching('corrupt')]));
    await index.openPath(outside);
    expect(await index.list()).toHaveLength(2);
    const kept = (await readdir(dataFolder)).filter(name => name.endsWith('.corrupt'));
    expect(await readFile(join(dataFolder, String(kept[0])), 'utf8')).toBe('{"version":1,"pat');
  });

  test('a list of opened paths that cannot be read is told, and the other runs are there', async () => {
    await makeRun('one');
    await mkdir(join(dataFolder, 'opened.json'));
    expect((await index.list()).map(run => run.id)).toEqual(['one']);
    expect(errors.splice(0)).toEqual([expect.objectContaining({ code: 'unreadable-file' })]);
  });

  test('that is a file in the data folder is opened like any other', async () => {
    outside = join(dataFolder, 'session.jsonl');
    await writeFile(outside, 'a transcript');
    const id = await index.openPath(outside);
    expect((await index.list()).map(run => run.id)).toEqual([id]);
  });

  test('of many that are opened at once none is lost', async () => {
    const paths = Array.from({ length: 6 }, (_, n) => join(dataFolder, '..', `session-${n}.jsonl`));
    await Promise.all(paths.map(path => writeFile(path, 'a transcript')));
    isTranscript = path => paths.includes(path);
    const ids = await Promise.all(
      [index, newIndex()].flatMap(each => paths.map(path => each.openPath(path))),
    );
    expect(new Set((await newIndex().list()).map(run => run.id))).toEqual(new Set(ids));
  });

  test.each([
    ['a file', (path: string) => writeFile(path, '')],
    ['a link to itself', (path: string) => symlink(path, path)],
  ])('whose folder became %s hides no other run', async (_, replace) => {
    await makeRun('one');
    const folder = join(dataFolder, '../folder');
    await mkdir(folder);
    outside = join(folder, 'session.jsonl');
    await writeFile(outside, 'a transcript');
    const id = await index.openPath(outside);
    await rm(folder, { recursive: true });
    await replace(folder);
    outside = '';
    expect((await newIndex().list()).map(run => run.id).sort()).toEqual(['one', id].sort());
    expect((await index.list()).map(run => run.id).sort()).toEqual(['one', id].sort());
  });
});

describe('a watched data folder', () => {
  /** On a machine that is busy elsewhere. */
  const patience = { timeout: 60_000 };

  test('a run that another process makes appears, grows and goes', async () => {
    const listed = async () => (await index.list()).map(({ id, turns }) => ({ id, turns }));
    let changes = 0;
    const gone: string[] = [];
    index.onChange(() => {
      changes += 1;
    });
    index.onGone(run => gone.push(run));
    index.watch();
    expect(await listed()).toEqual([]);

    await makeRun('new', 1);
    await vi.waitFor(() => expect(changes).toBeGreaterThan(0), patience);
    await vi.waitFor(async () => expect(await listed()).toEqual([{ id: 'new', turns: 1 }]), patience);

    await saveTurn('new', 2);
    await vi.waitFor(async () => expect(await listed()).toEqual([{ id: 'new', turns: 2 }]), patience);

    await rename(join(dataFolder, 'new'), join(dataFolder, '../elsewhere'));
    await vi.waitFor(() => expect(gone).toEqual(['new']), patience);
    await expect(index.source('new')).rejects.toThrow('no-such-run');
  });

  test('a change that comes while the run is being read is not lost', async () => {
    const id = await index.openPath(outside);
    index.watch();
    const source = await index.source(id);
    const readNow = source.rows.bind(source);
    const old = await readNow();
    vi.spyOn(source, 'rows').mockImplementationOnce(async () => {
      if (source instanceof FakeSource) source.set({ ...old, scenes: old.scenes.slice(0, 3) });
      return old;
    });
    expect((await index.list())[0]?.turns).toBe(2);
    expect((await index.list())[0]?.turns).toBe(1);
  });

  test('a run whose first reading takes long keeps the list waiting no longer than said, and tells when it is there', async () => {
    await makeRun('short', 1);
    const patient = newIndex(20);
    onTestFinished(() => patient.close());
    const id = await patient.openPath(outside);
    patient.watch();
    const source = await patient.source(id);
    const readNow = source.rows.bind(source);
    let finish: () => void = () => undefined;
    const read = new Promise<void>(resolve => {
      finish = resolve;
    });
    const rows = vi.spyOn(source, 'rows').mockImplementation(() => read.then(readNow));
    const told = new Promise<void>(resolve => patient.onChange(resolve));
    const listed = async () => (await patient.list()).find(run => run.id === id);
    expect(await listed()).toMatchObject({ isBeingRead: true, turns: 0, problem: null });
    expect(await listed()).toMatchObject({ isBeingRead: true });
    expect(rows).toHaveBeenCalledTimes(1);
    finish();
    await told;
    expect(await listed()).toMatchObject({ isBeingRead: false, turns: 2 });
  });

  test('a run that did not change is not read again', async () => {
    await makeRun('still', 1);
    index.watch();
    await index.list();
    const source = await index.source('still');
    const rows = vi.spyOn(source, 'rows');
    await index.list();
    await appendFile(join(dataFolder, 'unrelated'), 'x');
    await index.list();
    expect(rows).not.toHaveBeenCalled();
  });
});
