import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { applyEvents, type RunState, streamedEventSchema } from '../../shared/runEvent.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { openRun } from '../store/fileStore.ts';
import { type ForkpointProcess, forkpoint, writeScenario } from './testing/forkpointProcess.ts';

let folder: string;
const started: ForkpointProcess[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-cli-')));
  await writeScenario(folder, 'short', 2);
  await writeScenario(folder, 'slow', 200, 100);
});
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function start(...words: string[]): ForkpointProcess {
  const process = forkpoint(folder, words);
  started.push(process);
  return process;
}

async function run(...words: string[]) {
  const { ended, said } = start(...words);
  return { code: await ended, ...said };
}

const storeOf = (id: string) =>
  openRun(join(folder, '.forkpoint', id), { id, cacheFolder: null, readOnly: true });
const problemIn = (stdout: string) =>
  z.object({ problem: z.object({ code: z.string() }) }).parse(JSON.parse(stdout));

describe('forkpoint run, as a process', () => {
  test('plays a scenario to its end and tells of each turn', async () => {
    const { code, stdout, stderr } = await run('run', '--scenario', 'short', '--run', 'mine');
    expect(stdout.split('\n').filter(line => /^ {2}\d {2}/.test(line))).toEqual([
      '  1  I look around.',
      '  2  I look around.',
      '  3  Nothing here.',
    ]);
    expect(stderr).toContain('Run “mine” is done (3 turns');
    expect(code).toBe(0);
    expect((await storeOf('mine').branch('main').loadLatest())?.row).toMatchObject({ turn: 3, point: 'B' });
    expect(await readFile(join(folder, '.forkpoint/.gitignore'), 'utf8')).toBe('*\n');
  });

  test('with --json gives events that lead to what is on disk', async () => {
    const { code, stdout } = await run('run', '--scenario', 'short', '--run', 'mine', '--json');
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    const events = lines.map(line => checked(streamedEventSchema, parseJson(line, 'stdout'), 'stdout'));
    const rows = await storeOf('mine').rows();
    const cursor = events[0]?.cursor ?? { epoch: '', seq: 0 };
    const empty: RunState = {
      run: rows.run,
      branches: [],
      scenes: [],
      effects: [],
      journal: [],
      questions: [],
      problems: [],
      drafts: [],
      cursor: { ...cursor, seq: cursor.seq - 1 },
    };
    const { scenes, branches } = applyEvents(empty, events).state;
    expect(scenes.map(row => row.id).sort()).toEqual(rows.scenes.map(row => row.id).sort());
    expect(branches[0]).toMatchObject({ state: 'done', head: rows.branches[0]?.head });
  });

  test('Ctrl-C stops it at a scene that can be resumed', async () => {
    const process = start('run', '--scenario', 'slow', '--run', 'mine');
    await process.says('  3  I look around.');
    process.child.kill('SIGINT');
    expect(await process.ended).toBe(1);
    expect(process.said.stderr).toContain('was stopped; it can go on from here');
    const [main] = (await storeOf('mine').rows()).branches;
    expect(main).toMatchObject({ state: 'stopped', owner: null });
  });

  test('is stopped by another process', async () => {
    const process = start('run', '--scenario', 'slow', '--run', 'mine');
    await process.says('  2  I look around.');
    const stopped = await run('stop', 'mine', '--json');
    expect(JSON.parse(stopped.stdout)).toEqual({ run: 'mine', stopped: ['main'], dropped: [] });
    expect(stopped.code).toBe(0);
    expect(await process.ended).toBe(1);

    const again = await run('stop', 'mine', '--json');
    expect(problemIn(again.stdout).problem.code).toBe('not-running');
    expect(again.code).toBe(1);
  });
});
