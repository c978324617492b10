import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { runCommandLine } from './commandLine.ts';
import { realParts } from './realParts.ts';
import { writeScenario } from './testing/forkpointProcess.ts';

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-words-')));
  await writeScenario(folder, 'short', 2);
  vi.stubEnv('FORKPOINT_SCENARIOS', join(folder, 'scenarios'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

/** A command line in this process. */
async function run(...words: string[]) {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const code = await runCommandLine(words, {
    ...streams,
    env: { CI: 'true' },
    platform: 'linux',
    interrupt: { onFirst: () => undefined },
    parts: realParts,
  });
  const textOf = (stream: PassThrough) => String(stream.read() ?? '');
  return { code, stdout: textOf(streams.stdout), stderr: textOf(streams.stderr) };
}

const problemIn = (stdout: string) =>
  z.object({ problem: z.object({ code: z.string() }) }).parse(JSON.parse(stdout));

test.each([
  [['--nonsense']],
  [['run']],
  [['run', '--task', 'a', '--scenario', 'short']],
  [['run', '--scenario', 'short', '--max-turns', 'many']],
  [['run', '--scenario', 'short', '--max-turns', '0']],
  [['run', '--scenario', 'short', '--run', '../x']],
  [['run', '--scenario', 'short', '--effects', 'none']],
  [['run', '--scenario', '..']],
  [['stop', '..']],
  [['stop']],
  [['--port', '70000']],
  [['--host', '0.0.0.0']],
])('%j is wrong usage: 2, and as JSON a problem', async words => {
  const { code, stdout, stderr } = await run(...words, '--json', '--data', join(folder, 'data'));
  expect(problemIn(stdout).problem.code).toMatch(/^(bad-request|host-needs-secret|bad-name)$/);
  expect(stderr).toMatch(/^forkpoint: /);
  expect(code).toBe(2);
});

test('an id that exists is refused, in any case, and its run stays as it is', async () => {
  const words = ['run', '--scenario', 'short', '--data', join(folder, 'data')];
  expect((await run(...words, '--run', 'mine')).code).toBe(0);
  const before = await readFile(join(folder, 'data/mine/run.json'), 'utf8');
  const { code, stdout } = await run(...words, '--run', 'MINE', '--json');
  expect(problemIn(stdout).problem.code).toBe('name-taken');
  expect(code).toBe(1);
  expect(await readFile(join(folder, 'data/mine/run.json'), 'utf8')).toBe(before);
});

test('a run that reaches its limit says so and is no success', async () => {
  const words = ['run', '--scenario', 'short', '--max-turns', '1', '--data', join(folder, 'data')];
  const { code, stderr } = await run(...words);
  expect(stderr).toContain('reached its limit');
  expect(code).toBe(1);
});

test('a task without a key says what to do and makes no run', async () => {
  const { code, stderr } = await run(
    'run',
    '--task',
    'hello',
    '--effects',
    'live',
    '--data',
    join(folder, 'none'),
  );
  expect(stderr).toContain('ANTHROPIC_API_KEY');
  expect(code).toBe(1);
});

test('an unknown run and an unknown scenario are failures', async () => {
  const stop = await run('stop', 'nobody', '--data', join(folder, 'data'), '--json');
  expect(problemIn(stop.stdout).problem.code).toBe('no-such-run');
  expect(stop.code).toBe(1);
  const play = await run('run', '--scenario', 'nothing', '--data', join(folder, 'data'), '--json');
  expect(problemIn(play.stdout).problem.code).toBe('no-such-scenario');
  expect(play.code).toBe(1);
});

test('help and version are no failures', async () => {
  const help = await run('--help');
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain('Exit codes');
  expect(await run('--version')).toMatchObject({ code: 0, stdout: '0.1.0\n' });
});
