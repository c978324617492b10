import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunFiles } from './runFiles.ts';
import { drawn, type TestRun, testRun } from './testing/workspaces.ts';

function write(run: TestRun, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(run.workspace, path)), { recursive: true });
    writeFileSync(join(run.workspace, path), text);
  }
}

async function captured(files: RunFiles, branch = 'main'): Promise<string> {
  const note = await files.capture(branch);
  if (note.id === null) throw new Error(JSON.stringify(note.problem));
  return note.id;
}

/** Captures, lets the run do something, captures again. */
async function turn(run: TestRun, work: () => void): Promise<readonly [string, string]> {
  const before = await captured(run.files);
  work();
  return [before, await captured(run.files)];
}

const results = (entries: { path: string; result: string }[]) =>
  entries.map(({ path, result }) => `${path} ${result}`);

describe('a capture', () => {
  test('of unchanged files is the one before it, and takes no room', async () => {
    const run = await testRun();
    write(run, { 'a.txt': 'one' });
    const first = await captured(run.files);
    const packs = () => readdirSync(join(run.runFolder, 'captures/packs')).length;
    const count = packs();
    expect(await captured(run.files)).toBe(first);
    expect(packs()).toBe(count);
  });

  test('sees a change that kept size and modification time', async () => {
    const run = await testRun();
    write(run, { 'a.txt': 'one' });
    const path = join(run.workspace, 'a.txt');
    const { atime, mtime } = statSync(path);
    const range = await turn(run, () => {
      writeFileSync(path, 'two');
      utimesSync(path, atime, mtime);
    });
    expect(await run.files.changes(...range)).toEqual([
      { path: 'a.txt', change: 'changed', before: 'one', after: 'two' },
    ]);
  });

  test('lists what it does not hold, and is whole where only ignored folders are left out', async () => {
    const run = await testRun();
    write(run, {
      'node_modules/dep.js': 'x',
      '.gitignore': 'data/\n',
      'data/big.bin': 'x',
      '.git/HEAD': 'x',
    });
    expect(await run.files.capture('main')).toMatchObject({
      state: 'ok',
      notCaptured: ['.git', 'data', 'node_modules'].map(path => ({ path, why: 'ignored' })),
    });
    write(run, { 'sub/.git/HEAD': 'x', 'sub/a.txt': 'x', 'bare/HEAD': 'x', 'large.bin': 'x'.repeat(2_000) });
    for (const folder of ['bare/objects', 'bare/refs']) mkdirSync(join(run.workspace, folder));
    execFileSync('mkfifo', [join(run.workspace, 'pipe')]);
    writeFileSync(Buffer.concat([Buffer.from(`${run.workspace}/odd`), Buffer.from([0xff])]), 'x');
    const server = createServer().listen(join(run.workspace, 'socket'));
    onTestFinished(() => void server.close());
    const note = await run.reopened({ limits: { fileBytes: 1_000 } }).capture('main');
    expect(note).toMatchObject({ state: 'partial', notCapturedCount: 9, problem: null });
    expect(note.notCaptured.slice(0, 6)).toEqual(
      expect.arrayContaining([
        { path: 'bare', why: 'nested-repository' },
        { path: 'sub', why: 'nested-repository' },
        { path: 'large.bin', why: 'too-large' },
        { path: 'odd\\xff', why: 'odd-name' },
        { path: 'pipe', why: 'pipe' },
        { path: 'socket', why: 'socket' },
      ]),
    );
    expect(await run.files.notCaptured(note.id ?? '')).toHaveLength(9);
  });

  test('leaves out what goes over the budget of the run, and goes on', async () => {
    const run = await testRun({ limits: { runBytes: 3_000 } });
    write(run, { 'a.txt': 'a'.repeat(2_000) });
    expect(await run.files.capture('main')).toMatchObject({ state: 'ok' });
    write(run, { 'b.txt': 'b'.repeat(2_000) });
    expect(await run.files.capture('main')).toMatchObject({
      state: 'partial',
      notCaptured: [{ path: 'b.txt', why: 'over-budget' }],
    });
  });

  test('that fails says why, has no id, and is refused to be restored', async () => {
    const run = await testRun();
    write(run, { 'a.txt': 'one' });
    writeFileSync(join(run.runFolder, 'captures'), 'in the way');
    const note = await run.files.capture('main');
    expect(note).toMatchObject({ id: null, state: 'failed', problem: { code: 'unreadable-file' } });
    await expect(run.files.restore('main', '0'.repeat(64), [])).rejects.toMatchObject({
      code: /unreadable|capture/,
    });
    await expect(run.files.restore('main', '../../x', [])).rejects.toMatchObject({ code: 'no-such-capture' });
    expect(readFileSync(join(run.workspace, 'a.txt'), 'utf8')).toBe('one');
  });

  test('never holds the data folder, wherever it lies', async () => {
    const run = await testRun({ own: true });
    const inside = join(run.workspace, '.forkpoint');
    mkdirSync(inside);
    writeFileSync(join(inside, 'secret'), 'x');
    const files = run.reopened({ dataFolder: inside, runFolder: join(inside, 'run') });
    const id = await captured(files);
    expect(await files.notCaptured(id)).toEqual([{ path: '.forkpoint', why: 'ignored' }]);
  });
});

describe('a restore', () => {
  test('puts back what a shell did: changed, deleted, new, mode, kind, empty folders', async () => {
    const run = await testRun();
    write(run, { f: 'a', g: 'g', 'run.sh': 'x', 'old/deep/h': 'h', kind: 'file' });
    chmodSync(join(run.workspace, 'run.sh'), 0o755);
    mkdirSync(join(run.workspace, 'empty'));
    symlinkSync('f', join(run.workspace, 'link'));
    const before = drawn(run.workspace);
    const script =
      'echo b > f; rm g; rm -r old empty; chmod 644 run.sh; rm link; ln -s g link; rm kind; mkdir -p kind/x; echo n > kind/x/n';
    const range = await turn(run, () => execFileSync('sh', ['-c', script], { cwd: run.workspace }));
    const after = drawn(run.workspace);
    const report = await run.files.restore('main', range[0], [range]);
    expect(drawn(run.workspace)).toEqual(before);
    expect(report.verified).toBe(true);
    await run.files.restore('main', report.before ?? '', [range]);
    expect(drawn(run.workspace)).toEqual(after);
  });

  test('gives a folder that comes back all of its mode, whatever the mask of the process', async () => {
    const run = await testRun();
    write(run, { 'shared/a.txt': 'one', 'open/b.txt': 'two' });
    const modes = { shared: 0o2755, open: 0o1777 };
    for (const [path, mode] of Object.entries(modes)) chmodSync(join(run.workspace, path), mode);
    const range = await turn(run, () => {
      for (const path of Object.keys(modes)) rmSync(join(run.workspace, path), { recursive: true });
    });
    const { entries } = await run.files.restore('main', range[0], [range]);
    expect(entries.filter(({ result }) => result !== 'written')).toEqual([]);
    for (const [path, mode] of Object.entries(modes)) {
      expect((statSync(join(run.workspace, path)).mode & 0o7777).toString(8)).toBe(mode.toString(8));
    }
  });

  test('leaves what somebody else changed since, before the calls or after them, and says so', async () => {
    const run = await testRun();
    write(run, { mine: '1', theirs: '1', both: '1' });
    const first = await turn(run, () => write(run, { mine: '2', both: '2' }));
    write(run, { theirs: 'foreign', both: 'foreign' });
    const second = await turn(run, () => write(run, { new: 'n' }));
    write(run, { new: 'foreign' });
    const planned = await run.files.planRestore('main', first[0], [first, second]);
    expect(planned.map(({ path, action, why }) => [path, action, why])).toEqual([
      ['both', 'conflict', 'changed-by-others'],
      ['mine', 'write', null],
      ['new', 'conflict', 'changed-by-others'],
    ]);
    const report = await run.files.restore('main', first[0], [first, second]);
    expect(results(report.entries)).toEqual(['both left-conflict', 'mine written', 'new left-conflict']);
    expect(drawn(run.workspace)).toEqual([
      'both 644 foreign',
      'mine 644 1',
      'new 644 foreign',
      'theirs 644 foreign',
    ]);
  });

  test('deletes only what it is known that the run made', async () => {
    const run = await testRun();
    write(run, { 'a.txt': 'a', '.gitignore': 'data/\n' });
    const range = await turn(run, () =>
      write(run, { 'data/big.bin': 'kept', '.gitignore': '', 'made/x': 'x' }),
    );
    write(run, { 'made/by-hand': 'kept' });
    const report = await run.files.restore('main', range[0], [range]);
    expect(drawn(run.workspace)).toEqual([
      '.gitignore 644 data/\n',
      'a.txt 644 a',
      'data/ 755',
      'data/big.bin 644 kept',
      'made/ 755',
      'made/by-hand 644 kept',
    ]);
    expect(report.entries).toContainEqual({ path: 'made', result: 'left-conflict', detail: 'not-empty' });
    expect(report.entries).toContainEqual({ path: 'data', result: 'left-conflict', detail: 'not-empty' });
  });

  test('never writes through a link, nor through a second name of a file', async () => {
    const run = await testRun();
    const outside = join(run.dataFolder, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'a.txt'), 'outside');
    write(run, { 'dir/a.txt': '1', 'hard.txt': '1' });
    const range = await turn(run, () => write(run, { 'dir/a.txt': '2', 'hard.txt': '2' }));
    renameSync(join(run.workspace, 'dir'), join(run.workspace, 'moved'));
    symlinkSync(outside, join(run.workspace, 'dir'));
    linkSync(join(run.workspace, 'hard.txt'), join(outside, 'hard.txt'));
    const report = await run.files.restore('main', range[0], [range]);
    expect(results(report.entries)).toEqual(['dir/a.txt left-conflict', 'hard.txt written']);
    expect(drawn(outside)).toEqual(['a.txt 644 outside', 'hard.txt 644 2']);
    expect(readFileSync(join(run.workspace, 'hard.txt'), 'utf8')).toBe('1');
  });

  test('brings back a name in its case, and tells Unicode forms apart', async () => {
    const run = await testRun();
    write(run, { 'Hello.txt': 'hello', 'caf\u00e9': 'one', 'cafe\u0301': 'two' });
    const before = drawn(run.workspace);
    const range = await turn(run, () => {
      renameSync(join(run.workspace, 'Hello.txt'), join(run.workspace, 'hello.txt'));
      rmSync(join(run.workspace, 'caf\u00e9'));
    });
    await run.files.restore('main', range[0], [range]);
    expect(drawn(run.workspace)).toEqual(before);
  });

  test('touches nothing where bytes that it needs are damaged', async () => {
    const run = await testRun();
    write(run, { 'a.txt': 'first bytes of a', 'b.txt': 'first bytes of b' });
    const range = await turn(run, () => write(run, { 'a.txt': '2', 'b.txt': '2' }));
    const after = drawn(run.workspace);
    for (const name of readdirSync(join(run.runFolder, 'captures/packs'))) {
      const path = join(run.runFolder, 'captures/packs', name);
      const bytes = readFileSync(path, 'latin1').replace('first bytes of b', 'other bytes of b');
      writeFileSync(path, bytes, 'latin1');
    }
    await expect(run.reopened().restore('main', range[0], [range])).rejects.toMatchObject({
      code: 'capture-damaged',
    });
    expect(drawn(run.workspace)).toEqual(after);
  });

  test('refuses another folder than the one that was captured', async () => {
    const run = await testRun({ own: true });
    write(run, { 'a.txt': '1' });
    const range = await turn(run, () => write(run, { 'a.txt': '2' }));
    const other = join(run.dataFolder, '../other');
    mkdirSync(other);
    writeFileSync(join(other, 'a.txt'), '2');
    const elsewhere = run.reopened({ ownFolder: other });
    await expect(elsewhere.restore('main', range[0], [range])).rejects.toMatchObject({
      code: 'foreign-root',
    });
    await expect(elsewhere.planRestore('main', range[0], [range])).rejects.toMatchObject({
      code: 'foreign-root',
    });
    expect(await elsewhere.capture('main')).toMatchObject({
      state: 'failed',
      problem: { code: 'foreign-root' },
    });
    renameSync(run.workspace, `${run.workspace}-old`);
    mkdirSync(run.workspace);
    await expect(run.files.restore('main', range[0], [range])).rejects.toMatchObject({
      code: 'foreign-root',
    });
    expect(drawn(other)).toEqual(['a.txt 644 2']);
  });

  test('looks at each path again right before it touches it', async () => {
    const run = await testRun();
    write(run, { changed: '1', deleted: '1' });
    const range = await turn(run, () => {
      write(run, { changed: '2', made: 'made' });
      rmSync(join(run.workspace, 'deleted'));
    });
    const meanwhile = (step: string) => {
      if (step === 'restore-noted') write(run, { changed: 'foreign', deleted: 'foreign', made: 'foreign' });
    };
    const report = await run.reopened({ crashPoint: meanwhile }).restore('main', range[0], [range]);
    expect(results(report.entries)).toEqual(
      ['changed', 'deleted', 'made'].map(path => `${path} left-conflict`),
    );
    expect(drawn(run.workspace)).toEqual(['changed', 'deleted', 'made'].map(path => `${path} 644 foreign`));
  });

  test('leaves alone what grew too large to be saved first', async () => {
    const run = await testRun({ limits: { fileBytes: 1_000 } });
    write(run, { log: 'short' });
    const range = await turn(run, () => write(run, { log: 'x'.repeat(2_000) }));
    const report = await run.files.restore('main', range[0], [range]);
    expect(report.entries).toEqual([{ path: 'log', result: 'left-conflict', detail: 'not-captured-now' }]);
    expect(statSync(join(run.workspace, 'log')).size).toBe(2_000);
  });
});

describe('a fork', () => {
  test('has the files of its save point, and shares nothing with its parent', async () => {
    const run = await testRun();
    write(run, { 'a.txt': '1', 'node_modules/dep/x.js': 'x', 'large.bin': 'x', '.git/HEAD': 'x' });
    symlinkSync(join(run.workspace, 'a.txt'), join(run.workspace, 'link'));
    truncateSync(join(run.workspace, 'large.bin'), 40_000_000);
    const range = await turn(run, () => write(run, { 'a.txt': '2' }));
    const parent = drawn(run.workspace).map(line => line.slice(0, 100));
    const report = await run.files.copyTo(range[0], 'plan-b');
    const fork = run.files.folderOf('plan-b');
    expect(report.verified).toBe(true);
    expect(results(report.entries)).toEqual(['.git written', 'large.bin written', 'node_modules written']);
    expect(readFileSync(join(fork, 'link'), 'utf8')).toBe('1');
    writeFileSync(join(fork, 'link'), 'written through a link of the fork');
    expect(drawn(run.workspace).map(line => line.slice(0, 100))).toEqual(parent);
    expect(await run.files.forkSize(range[0])).toEqual({
      files: 1,
      capturedBytes: 1,
      copiedBytes: 40_000_002,
    });
  });

  test('can be rewound behind its fork point', async () => {
    const run = await testRun();
    write(run, { 'a.txt': '1' });
    const first = await turn(run, () => write(run, { 'a.txt': '2', 'b.txt': 'b' }));
    await run.files.copyTo(first[1], 'plan-b');
    write(run, { 'a.txt': 'later, by the parent' });
    const report = await run.files.restore('plan-b', first[0], [first]);
    expect(report.verified).toBe(true);
    expect(drawn(run.files.folderOf('plan-b'))).toEqual(['a.txt 644 1']);
    expect(readFileSync(join(run.workspace, 'a.txt'), 'utf8')).toBe('later, by the parent');
  });

  test('of a name in use is refused; a copy that nothing ran in is made again', async () => {
    const run = await testRun();
    write(run, { 'a.txt': '1' });
    const range = await turn(run, () => write(run, { 'a.txt': '2' }));
    await run.files.copyTo(range[0], 'plan-b');
    await run.files.copyTo(range[1], 'plan-b');
    const fork = run.files.folderOf('plan-b');
    expect(drawn(fork)).toEqual(['a.txt 644 2']);
    writeFileSync(join(fork, 'a.txt'), 'by the fork');
    await captured(run.files, 'plan-b');
    await expect(run.files.copyTo(range[0], 'plan-b')).rejects.toMatchObject({ code: 'name-taken' });
    await expect(run.files.copyTo(range[0], '../x')).rejects.toMatchObject({ code: 'bad-name' });
    expect(drawn(fork)).toEqual(['a.txt 644 by the fork']);
  });

  test('does not take along a repository that lies elsewhere', async () => {
    const run = await testRun();
    write(run, { 'a.txt': '1', '.git': `gitdir: ${run.dataFolder}/elsewhere\n` });
    const report = await run.files.copyTo(await captured(run.files), 'plan-b');
    expect(report.entries).toEqual([{ path: '.git', result: 'not-copied', detail: 'git-elsewhere' }]);
    expect(existsSync(join(run.files.folderOf('plan-b'), '.git'))).toBe(false);
  });
});
