import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { drawFolder } from '../sources/testing/drawFolder.ts';
import { runCommandLine } from './commandLine.ts';
import { realParts } from './realParts.ts';

let folder: string;
beforeEach(async () => {
  const made = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-export-')));
  folder = made;
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  await drawFolder(
    join(folder, 'data/run'),
    'checkpoints own | 0-B..3-B\ncheckpoints-b own | 0-B..2-B 3-B@b/3',
  );
});

async function forkpoint(...words: string[]) {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const code = await runCommandLine([...words, '--data', join(folder, 'data')], {
    ...streams,
    env: {},
    platform: 'linux',
    interrupt: { onFirst: () => undefined },
    parts: realParts,
  });
  return { code, stdout: String(streams.stdout.read() ?? ''), stderr: String(streams.stderr.read() ?? '') };
}

test('a diff is written where it is asked for, and an existing file is left as it is', async () => {
  const out = join(folder, 'diff.html');
  const words = ['export', 'run', '--diff', 'main:3-B', 'b:3-B', '--out', out];
  const first = await forkpoint(...words);
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining(`Wrote ${out}.`) });
  const html = await readFile(out, 'utf8');
  expect(html).toContain('<h1 dir="auto">main:3-B against b:3-B</h1>');
  const again = await forkpoint(...words);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
  expect(await readFile(out, 'utf8')).toBe(html);
});

test('a comparison can be read in the terminal, as far as it was chosen', async () => {
  const words = [
    'export',
    'run',
    '--compare',
    'main',
    'b',
    '--parts',
    'turns',
    '--format',
    'markdown',
    '--out',
    '-',
  ];
  const { code, stdout } = await forkpoint(...words);
  expect(code).toBe(0);
  expect(stdout).toContain('## Turns');
  expect(stdout).not.toContain('## Outcome');
});

test.each([
  [[]],
  [['--compare', 'main']],
  [['--diff', '1-B']],
  [['--diff', '1-B', '2-B', '3-B']],
  [['--compare', 'main', 'b', '--diff', '1-B', '2-B']],
  [['--diff', '1-B', '2-B', '--parts', 'files']],
])('wrong usage: %j', async words => {
  expect((await forkpoint('export', 'run', ...words)).code).toBe(2);
});
