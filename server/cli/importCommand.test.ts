import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { drawFolder } from '../sources/testing/drawFolder.ts';
import { folderDigests } from '../store/testing/folderDigests.ts';
import { runCommandLine } from './commandLine.ts';
import { realParts } from './realParts.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-import-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function forkpoint(...words: string[]) {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const code = await runCommandLine(words, {
    ...streams,
    env: {},
    platform: 'linux',
    interrupt: { onFirst: () => undefined },
    parts: realParts,
  });
  return { code, stdout: String(streams.stdout.read() ?? ''), stderr: String(streams.stderr.read() ?? '') };
}

test('a folder becomes a run of ours that can be looked at by its id, and stays as it is', async () => {
  const [theirs, data] = [await temporaryFolder(), join(await temporaryFolder(), 'data')];
  await drawFolder(theirs, 'checkpoints | 0-B..3-B\ncheckpoints-plan-b | 0-B..2-B 3-B@b/3');
  const before = await folderDigests(theirs);
  const { code, stdout } = await forkpoint('import', theirs, '--data', data, '--json');
  expect(code).toBe(0);
  const { run, branches } = JSON.parse(stdout);
  expect(branches).toBe(2);
  expect((await forkpoint('log', run, '--data', data)).stdout).toContain('plan-b');
  expect(await folderDigests(theirs)).toEqual(before);
});

test('what is no run is refused, and nothing is made of it', async () => {
  const data = join(await temporaryFolder(), 'data');
  const { code, stderr } = await forkpoint('import', await temporaryFolder(), '--data', data);
  expect(code).toBe(1);
  expect(stderr).toContain('neither a folder with checkpoints nor a transcript');
});
