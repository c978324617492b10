import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inParallel } from '../sources/inParallel.ts';
import { openRunFiles } from './diskRunFiles.ts';
import type { CaptureRange, RunFiles } from './runFiles.ts';
import { fastFolder } from './testing/fastFolder.ts';
import { drawn } from './testing/workspaces.ts';

const program = fileURLToPath(new URL('../../dist/server/workspace/testing/killedAct.js', import.meta.url));
const kills = 25;

type Act = 'capture' | 'restore' | 'fork';

interface Prepared {
  folder: string;
  range: CaptureRange;
  /** The workspace at both captures. */
  before: string[];
  after: string[];
}

/** A project with a repository, in which one turn of a run changed a good part. */
async function preparedRun(): Promise<Prepared> {
  const folder = await fastFolder();
  const project = workspaceIn(folder);
  for (const path of ['.git', 'src/deep', 'old', 'node_modules'])
    mkdirSync(join(project, path), { recursive: true });
  writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(project, 'node_modules/dep'), 'dependency');
  for (let count = 0; count < 12; count++) {
    writeFileSync(join(project, `src/deep/${count}.txt`), `first ${count}`);
    writeFileSync(join(project, `old/${count}.txt`), `old ${count}`);
  }
  const files = filesIn(folder);
  const a = (await files.capture('main')).id ?? '';
  const before = drawn(project);
  for (let count = 0; count < 6; count++) {
    writeFileSync(join(project, `src/deep/${count}.txt`), `second ${count}`, { mode: 0o755 });
    writeFileSync(join(project, `new-${count}.txt`), `new ${count}`);
  }
  rmSync(join(project, 'old'), { recursive: true });
  writeFileSync(join(project, 'old'), 'a file in place of a folder');
  const b = (await files.capture('main')).id ?? '';
  return { folder, range: [a, b], before, after: drawn(project) };
}

function workspaceIn(folder: string): string {
  return join(folder, 'data/run/workspaces/main');
}

function places(folder: string) {
  return {
    dataFolder: join(folder, 'data'),
    runFolder: join(folder, 'data/run'),
    ownFolder: null,
  };
}

function filesIn(folder: string): RunFiles {
  return openRunFiles(places(folder));
}

/** What the process printed, or null where it was killed. */
function runAct(folder: string, range: CaptureRange, act: Act, n: number): Promise<string | null> {
  const args = [program, JSON.stringify(places(folder)), JSON.stringify(range), act, String(n)];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      if (stderr !== '') reject(new Error(stderr));
      else resolve(error?.signal === 'SIGKILL' ? null : stdout);
    });
  });
}

/** Kills the act at 25 steps of it, each time on a copy of the run, and has every copy looked at. */
async function afterKills(
  act: Act,
  check: (folder: string, prepared: Prepared) => Promise<void>,
): Promise<void> {
  const prepared = await preparedRun();
  onTestFinished(() => rm(prepared.folder, { recursive: true, force: true }));
  const onCopy = async (n: number, look: (folder: string) => Promise<void>): Promise<string | null> => {
    const folder = await fastFolder();
    await cp(prepared.folder, folder, { recursive: true, verbatimSymlinks: true });
    if (act === 'capture') writeFileSync(join(workspaceIn(folder), 'more.txt'), 'more');
    try {
      const printed = await runAct(folder, prepared.range, act, n);
      await look(folder);
      return printed;
    } catch (error) {
      throw new Error(`killed at step ${n}`, { cause: error });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const steps = Number(await onCopy(0, async () => undefined));
  expect(steps).toBeGreaterThanOrEqual(kills);
  const moments = Array.from({ length: kills }, (_, kill) => Math.round(((kill + 1) * steps) / kills));
  const printed = await inParallel(moments, 2, n => onCopy(n, folder => check(folder, prepared)));
  expect(printed).toEqual(moments.map(() => null));
}

function withMore(lines: string[]): string[] {
  return [...lines, 'more.txt 644 more'].sort();
}

describe('killed at any step', () => {
  test('of a capture: the files are as they were, and the next capture holds them', {
    timeout: 120_000,
  }, async () => {
    await afterKills('capture', async (folder, { after, before, range }) => {
      expect(drawn(workspaceIn(folder)).sort()).toEqual(withMore(after));
      const files = filesIn(folder);
      expect(await files.capture('main')).toMatchObject({ state: 'ok' });
      await files.restore('main', range[0], [range]);
      expect(drawn(workspaceIn(folder)).sort()).toEqual(withMore(before));
    });
  });

  test('of a restore: the next act leaves the old files or the new ones, all of them', {
    timeout: 120_000,
  }, async () => {
    let [old, restored] = [0, 0];
    await afterKills('restore', async (folder, { before, after, range }) => {
      const files = filesIn(folder);
      await files.capture('main');
      const found = drawn(workspaceIn(folder));
      const isOld = found.join() === after.join();
      expect(found).toEqual(isOld ? after : before);
      if (isOld) old += 1;
      else restored += 1;
      // Undone either way, by what is remembered of it.
      expect((await files.restore('main', range[1], [range])).verified).toBe(true);
      expect(drawn(workspaceIn(folder))).toEqual(after);
    });
    expect(Math.min(old, restored)).toBeGreaterThan(0);
  });

  test('of a fork: no workspace or a whole one, and it can be made again', { timeout: 120_000 }, async () => {
    await afterKills('fork', async (folder, { before, after, range }) => {
      const fork = join(folder, 'data/run/workspaces/plan-b');
      const names = await readdir(join(folder, 'data/run/workspaces'));
      if (names.includes('plan-b')) expect(drawn(fork)).toEqual(before);
      expect((await filesIn(folder).copyTo(range[0], 'plan-b')).verified).toBe(true);
      expect(drawn(fork)).toEqual(before);
      expect(drawn(workspaceIn(folder))).toEqual(after);
    });
  });
});
