import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acquireLock, type FileLock } from '../disk/lock.ts';
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
const patience = { timeout: 10_000 };

/** Holds the branch's lock while it runs, as the real one does. */
function lockingRunner() {
  let lock: FileLock | null = null;
  const stopped: string[] = [];
  const runner: Runner = {
    async start() {
      lock = await acquireLock(join(branchFolder, 'lock'), 'main');
    },
    async stop(run, branch = 'main') {
      await lock?.release();
      stopped.push(`${run}/${branch}`);
      return [branch];
    },
    stopAll: async () => undefined,
    onDraft: () => () => undefined,
  };
  return {
    stopped,
    runner: obeyingStopRequests(
      runner,
      async run => join(dataFolder, run),
      error => errors.push(error),
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
