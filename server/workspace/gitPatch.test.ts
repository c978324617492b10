import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fastFolder } from './testing/fastFolder.ts';
import { drawn, type TestRun, testRun } from './testing/workspaces.ts';

const hasGit = (() => {
  try {
    execFileSync('git', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

function write(run: TestRun, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(run.workspace, path)), { recursive: true });
  writeFileSync(join(run.workspace, path), content);
}

async function captured(run: TestRun): Promise<string> {
  const { id, problem } = await run.files.capture('main');
  if (id === null) throw new Error(JSON.stringify(problem));
  return id;
}

/** A copy of the workspace that git alone works on. */
async function copyOf(run: TestRun): Promise<string> {
  const folder = await fastFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const copy = join(folder, 'copy');
  await mkdir(copy);
  execFileSync('cp', ['-a', `${run.workspace}/.`, copy]);
  return copy;
}

function apply(folder: string, patch: string, ...how: string[]): void {
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CEILING_DIRECTORIES: dirname(folder) };
  execFileSync('git', ['apply', '--whitespace=nowarn', ...how], { cwd: folder, input: patch, env });
}

const bytes = (seed: number, count: number) =>
  Buffer.from(Array.from({ length: count }, (_, at) => (at * seed + (at >> 3)) % 256));

test.skipIf(!hasGit)(
  'git applies a patch and gets the same files; backwards it gets the first ones',
  async () => {
    const run = await testRun();
    write(run, 'src/a.txt', Array.from({ length: 60 }, (_, line) => `line ${line}\n`).join(''));
    write(run, 'no end.txt', 'one\ntwo');
    write(run, 'gains an end.txt', 'one\ntwo');
    write(run, 'sub/gone.txt', 'bye\n');
    write(run, 'crlf.txt', 'one\r\ntwo\r\n');
    write(run, 'picture.bin', bytes(7, 5_000));
    write(run, 'turns binary', 'text\n');
    write(run, 'latin.txt', Buffer.from([0xe4, 0x0a]));
    write(run, 'emptied.txt', 'full\n');
    write(run, 'run.sh', '#!/bin/sh\n');
    write(run, 'becomes a link', 'x\n');
    write(run, 'becomes/a file', 'x\n');
    symlinkSync('src/a.txt', join(run.workspace, 'link'));
    symlinkSync(join(run.workspace, 'src/a.txt'), join(run.workspace, 'sub/inside'));
    const before = await captured(run);
    const copy = await copyOf(run);
    const first = drawn(copy);

    const lines = Array.from({ length: 60 }, (_, line) => `line ${line}\n`);
    lines.splice(3, 1, 'other\n', '-- more\n');
    write(run, 'src/a.txt', lines.slice(0, 50).join(''));
    write(run, 'no end.txt', 'one\nthree');
    write(run, 'gains an end.txt', 'one\ntwo\n');
    rmSync(join(run.workspace, 'sub/gone.txt'));
    write(run, 'crlf.txt', 'one\r\n2\r\n');
    write(run, 'picture.bin', bytes(11, 5_003));
    write(run, 'turns binary', Buffer.from([0, 1, 2]));
    write(run, 'latin.txt', Buffer.from([0xfc, 0x0a]));
    write(run, 'emptied.txt', '');
    write(run, 'new/deep/größe “x”\t.txt', 'neu\n');
    write(run, 'new/quote"and\\slash.txt', 'q\n');
    write(run, 'new/empty', '');
    write(run, 'new/image.bin', bytes(3, 52 * 4));
    chmodSync(join(run.workspace, 'run.sh'), 0o755);
    for (const path of ['link', 'becomes a link']) rmSync(join(run.workspace, path));
    symlinkSync('run.sh', join(run.workspace, 'link'));
    symlinkSync('run.sh', join(run.workspace, 'becomes a link'));
    rmSync(join(run.workspace, 'becomes'), { recursive: true });
    write(run, 'becomes', 'a file now\n');
    const patch = await run.files.patch(before, await captured(run));
    expect(patch.leftOut).toEqual([]);

    apply(copy, patch.text, '--check');
    apply(copy, patch.text);
    const inTree = (line: string) => line.replace(`${run.workspace}/`, '../');
    expect(drawn(copy).map(inTree)).toEqual(drawn(run.workspace).map(inTree));
    apply(copy, patch.text, '-R');
    expect(drawn(copy)).toEqual(first);
  },
);

test.skipIf(!hasGit)(
  'a link that led into the workspace by its whole path leads there in a patch',
  async () => {
    const run = await testRun();
    write(run, 'a.txt', 'x\n');
    const before = await captured(run);
    const copy = await copyOf(run);
    mkdirSync(join(run.workspace, 'x/y'), { recursive: true });
    symlinkSync(join(run.workspace, 'a.txt'), join(run.workspace, 'x/y/in'));
    symlinkSync('/etc/hostname', join(run.workspace, 'out'));
    apply(copy, (await run.files.patch(before, await captured(run))).text);
    expect(drawn(copy)).toEqual(expect.arrayContaining(['x/y/in -> ../../a.txt', 'out -> /etc/hostname']));
  },
);

test('what a patch cannot hold is listed', async () => {
  const run = await testRun();
  write(run, 'secret', 'x\n');
  mkdirSync(join(run.workspace, 'folder'));
  write(run, 'folder/x', 'x\n');
  mkdirSync(join(run.workspace, 'goes'));
  const before = await captured(run);
  chmodSync(join(run.workspace, 'secret'), 0o600);
  chmodSync(join(run.workspace, 'folder'), 0o700);
  rmSync(join(run.workspace, 'goes'), { recursive: true });
  mkdirSync(join(run.workspace, 'comes'));
  expect(await run.files.patch(before, await captured(run))).toEqual({
    text: '',
    files: 0,
    leftOut: [
      { path: 'comes', why: 'empty-folder' },
      { path: 'folder', why: 'folder-mode' },
      { path: 'goes', why: 'empty-folder' },
      { path: 'secret', why: 'mode' },
    ],
  });
});
