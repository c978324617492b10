import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acquireLock, type FileLock } from '../disk/lock.ts';
import { latch } from '../harness/testing/scriptedParts.ts';
import type { Runner } from './runner.ts';
import { obeyingStopRequests, ownerOf, requestStop } from './stopRequests.ts';

let dataFolder: string;
let branchFolder: string;
const errors: unknown[] = [];

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'forkpoint-stop-'));
  branchFolder = join(dataFolder, 'run/checkpoints');
  await mkdir(branchFolder, { recursive: true });
});
afterEach(async () => {
  await rm(dataFolder, { recursive: true });
  expect(errors.splice(0)).toEqual([]);
});

/** Of a busy machine. */
const patience = { timeout: 60_000 };

/** Holds the branch's lock while it runs, as the real one does. */
function lockingRunner() {
  let lock: FileLock | null = null;
  const stopped: string[] = [];
  const runs: string[] = [];
  const runner: Runner = {
    async start() {
      lock = await acquireLock(join(branchFolder, 'lock'), 'main');
    },
    async stop(run, branch) {
      await lock?.release();
      stopped.push(`${run}/${branch ?? 'all'}`);
      return ['main'];
    },
    running: () => [],
    onRest: () => () => undefined,
    stopAll: async () => undefined,
    onDraft: () => () => undefined,
  };
  return {
    stopped,
    /** Runs all of which were to stop. */
    runs,
    runner: obeyingStopRequests(
      runner,
      async run => join(dataFolder, run),
      error => errors.push(error),
      run => runs.push(run),
    ),
  };
}

test('a branch stops when another process asks for it, and the request is gone afterwards', async () => {
  const { runner, stopped } = lockingRunner();
  await runner.start('run', 'main');
  expect(await ownerOf(join(dataFolder, 'run'), 'main')).toContain(String(process.pid));
  await requestStop(join(dataFolder, 'run'), 'main');
  await vi.waitFor(() => expect(stopped).toEqual(['run/main']), patience);
  await vi.waitFor(async () => expect(await readdir(branchFolder)).toEqual([]), patience);
});

test('a request from before the start does not stop it', async () => {
  const { runner, stopped } = lockingRunner();
  await requestStop(join(dataFolder, 'run'), 'main');
  await runner.start('run', 'main');
  expect((await readdir(branchFolder)).filter(name => name.startsWith('stop'))).toEqual([]);
  expect(stopped).toEqual([]);
  await runner.stop('run', 'main');
});

test('whoever stops a whole run says so before its branches stop, and those stop too that only just start', async () => {
  const { runner, stopped, runs } = lockingRunner();
  await runner.start('run', 'main');
  await requestStop(join(dataFolder, 'run'), 'main', true);
  await vi.waitFor(() => expect(stopped).toEqual(['run/all']), patience);
  expect(runs).toEqual(['run']);
});

test('a request that cannot be read is one all the same', async () => {
  const { runner, stopped, runs } = lockingRunner();
  await runner.start('run', 'main');
  await writeFile(join(branchFolder, 'stop-request.json'), '{');
  await vi.waitFor(() => expect(stopped).toEqual(['run/main']), patience);
  expect(runs).toEqual([]);
});

/** Its `start` waits until a test lets the folder of the run be found. */
function heldStart() {
  const found = latch();
  const acts: string[] = [];
  const runner: Runner = {
    async start(_run, branch) {
      acts.push(`start ${branch}`);
    },
    async stop(_run, branch) {
      acts.push(`stop ${branch ?? 'all'}`);
      return acts.includes('start main') ? ['main'] : [];
    },
    running: () => (acts.includes('start main') ? ['main'] : []),
    onRest: () => () => undefined,
    stopAll: async () => void acts.push('stop everything'),
    onDraft: () => () => undefined,
  };
  const folderOf = async (run: string) => {
    await found.opened;
    return join(dataFolder, run);
  };
  return { acts, found, runner: obeyingStopRequests(runner, folderOf, error => errors.push(error)) };
}

test('a branch whose start is on its way counts as running, and a stop reaches it', async () => {
  const { acts, found, runner } = heldStart();
  const starting = runner.start('run', 'main');
  expect(runner.running('run')).toEqual(['main']);
  expect(runner.running('other')).toEqual([]);
  const stopping = runner.stop('run');
  const elsewhere = runner.stop('other');
  await elsewhere;
  found.open();
  await starting;
  expect(await stopping).toEqual(['main']);
  expect(acts).toEqual(['stop all', 'start main', 'stop all']);
  expect(runner.running('run')).toEqual(['main']);
});

test('the end of the process waits for starts that are on their way, and stops what they began', async () => {
  const { acts, found, runner } = heldStart();
  const starting = runner.start('run', 'main');
  const stopping = runner.stopAll();
  found.open();
  await Promise.all([starting, stopping]);
  expect(acts).toEqual(['start main', 'stop everything']);
});
