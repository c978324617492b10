import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { fanOutPlanSchema, fanOutReceiptSchema } from '../../shared/fanOut.ts';
import { branchRowSchema, runRowsSchema } from '../../shared/rows.ts';
import { latch } from '../harness/testing/scriptedParts.ts';
import { runCommandLine } from './commandLine.ts';
import { realParts } from './realParts.ts';
import { waysScenario } from './testing/waysScenario.ts';

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-fan-words-')));
  await mkdir(join(folder, 'scenarios/ways'), { recursive: true });
  await writeFile(join(folder, 'scenarios/ways/scenario.yaml'), waysScenario(join(folder, 'go')));
  vi.stubEnv('FORKPOINT_SCENARIOS', join(folder, 'scenarios'));
  await played('usage');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

/** A command line in this process. @param onFirst takes what an interruption calls */
async function forkpoint(
  words: readonly string[],
  onFirst: (listener: () => void) => void = () => undefined,
) {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const code = await runCommandLine([...words, '--data', join(folder, 'data')], {
    ...streams,
    env: { CI: 'true' },
    platform: 'linux',
    interrupt: { onFirst },
    parts: realParts,
  });
  const textOf = (stream: PassThrough) => String(stream.read() ?? '');
  return { code, stdout: textOf(streams.stdout), stderr: textOf(streams.stderr) };
}

const fanOut = (run: string, ...words: string[]) =>
  forkpoint(['fan-out', run, '--from', 'main:1-B', '--pace', '0', ...words]);
const played = async (run: string) =>
  expect((await forkpoint(['run', '--scenario', 'ways', '--run', run, '--pace', '0'])).code).toBe(0);
const rowsOf = async (run: string) =>
  runRowsSchema.parse(JSON.parse((await forkpoint(['log', run, '--json'])).stdout));
const branchesOf = async (run: string) => (await rowsOf(run)).branches;
const statesOf = async (run: string) =>
  (await branchesOf(run)).map(row => [row.name, row.state, row.effects]);
const valuesIn = (stdout: string): unknown[] =>
  stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

test('branches with words of their own go on until all of them rest, each told of as it does', async () => {
  await played('words');
  const { code, stdout, stderr } = await fanOut(
    'words',
    '--say',
    'quick',
    '--say',
    'mail',
    '--say',
    'lost',
    '--go',
  );
  expect(stderr).toMatch(/Fan out 3 branches from main:1-B \(2 at once, effects: ask\)/);
  expect(stdout).toMatch(/try-1 +made, verified/);
  expect(stdout).toMatch(/Run “words\/try-1” is done/);
  expect(stdout).toMatch(/Run “words\/try-2” waits for an answer/);
  expect(stdout).toMatch(/Run “words\/try-3” failed/);
  expect(stderr).toMatch(/forkpoint answer words \S+ --branch try-2 --approve/);
  // What waits for the person comes before what failed.
  expect(code).toBe(3);
  expect((await branchesOf('words')).map(row => row.fanOut?.atOnce)).toEqual([undefined, 2, 2, 2]);
});

test('a plan writes nothing, without --go the branches wait, and names that are taken are left out', async () => {
  await played('made');
  const plan = await fanOut('made', '--times', '2', '--plan', '--json');
  const [planned] = valuesIn(plan.stdout);
  expect(fanOutPlanSchema.parse(planned).branches.map(row => row.name)).toEqual(['try-1', 'try-2']);
  expect(await branchesOf('made')).toHaveLength(1);
  const made = await fanOut('made', '--times', '2', '--effects', 'dry-run', '--json');
  expect(made.code).toBe(0);
  const values = valuesIn(made.stdout);
  const { branches } = fanOutReceiptSchema.parse(values[0]);
  expect(values).toHaveLength(1);
  expect(branches.map(entry => entry.receipt?.started)).toEqual([false, false]);
  expect(await statesOf('made')).toEqual([
    ['main', 'done', 'live'],
    ['try-1', 'interrupted', 'dry-run'],
    ['try-2', 'interrupted', 'dry-run'],
  ]);
  const more = await fanOut('made', '--times', '2', '--say', 'quick', '--model', 'one', '--model', 'two');
  expect(more.stdout).toMatch(/try-3 +made[\s\S]*try-4 +made/);
  expect(more.stderr).toMatch(/try-3 +one: [\s\S]*try-4 +two: /);
});

test('all done is 0, one that failed is 1, and as JSON each end is a line', async () => {
  await played('ends');
  const good = await fanOut('ends', '--times', '2', '--say', 'quick', '--at-once', '1', '--go', '--json');
  expect(good.code).toBe(0);
  const endSchema = z.object({ run: z.string(), branch: branchRowSchema });
  const [, ...ends] = valuesIn(good.stdout);
  expect(ends.map(end => endSchema.parse(end).branch).map(row => [row.name, row.state])).toEqual([
    ['try-1', 'done'],
    ['try-2', 'done'],
  ]);
  const bad = await fanOut('ends', '--name', 'bad', '--say', 'quick', '--say', 'lost', '--go');
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(/Run “ends\/bad-2” failed/);
});

test('an interruption stops what runs and starts nothing more', async () => {
  await played('stopped');
  const words = ['fan-out', 'stopped', '--from', 'main:1-B', '--times', '3', '--say', 'slow'];
  const interrupted = latch();
  const running = forkpoint([...words, '--effects', 'dry-run', '--at-once', '1', '--go'], listener => {
    void interrupted.opened.then(listener);
  });
  const isInCall = async () => (await rowsOf('stopped')).journal.some(row => row.state === 'open');
  await vi.waitFor(async () => expect(await isInCall()).toBe(true), { timeout: 60_000, interval: 30 });
  interrupted.open();
  const { code, stdout } = await running;
  expect(code).toBe(1);
  expect(stdout).toMatch(/Run “stopped\/try-1” was stopped/);
  expect(await statesOf('stopped')).toEqual([
    ['main', 'done', 'live'],
    ['try-1', 'stopped', 'dry-run'],
    ['try-2', 'interrupted', 'dry-run'],
    ['try-3', 'interrupted', 'dry-run'],
  ]);
});

test.each([
  [[]],
  [['--times', '1']],
  [['--times', '9']],
  [['--times', '999999999']],
  [['--say', 'quick']],
  [['--times', '3', '--say', 'quick', '--say', 'mail']],
  [['--times', '3', '--model', 'one', '--model', 'two']],
  [['--times', '2', '--effects', 'live']],
  [['--times', '2', '--at-once', '0']],
  [['--times', '2', '--name', '../x']],
])('%j is wrong usage: 2, and nothing is made', async words => {
  const { code, stderr } = await fanOut('usage', ...words);
  expect(stderr).toMatch(/^forkpoint: /);
  expect(code).toBe(2);
  expect(await branchesOf('usage')).toHaveLength(1);
});
