import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { adoptionSchema } from '../../shared/adoption.ts';
import { runCommandLine } from './commandLine.ts';
import { realParts } from './realParts.ts';
import { writeActingScenario } from './testing/actingScenario.ts';

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-choose-')));
  await writeActingScenario(folder);
  vi.stubEnv('FORKPOINT_SCENARIOS', join(folder, 'scenarios'));
  await run('run', '--scenario', 'acting', '--run', 'acting');
  await run('fork', 'acting', '--from', 'main:1-B', '--name', 'plan-b');
}, 240_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

/** A command line in this process. */
async function run(...words: string[]) {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const code = await runCommandLine([...words, '--data', join(folder, 'data')], {
    ...streams,
    env: { CI: 'true' },
    platform: 'linux',
    interrupt: { onFirst: () => undefined },
    parts: realParts,
  });
  const textOf = (stream: PassThrough) => String(stream.read() ?? '');
  return { code, stdout: textOf(streams.stdout), stderr: textOf(streams.stderr) };
}

const note = () => readFile(join(folder, 'data/acting/workspaces/main/note.txt'), 'utf8');

test('a branch is adopted, shown before and taken back', async () => {
  expect(await note()).toBe('second');
  const plan = await run('adopt', 'acting', 'plan-b', '--plan');
  expect(plan.stdout).toMatch(
    /^1 file to write, 0 left as they are\n +write +note\.txt\n +- second\n +\+ first/,
  );
  expect(await note()).toBe('second');
  const done = await run('adopt', 'acting', 'plan-b', '--json');
  const adoption = adoptionSchema.parse(JSON.parse(done.stdout));
  expect([done.code, await note()]).toEqual([0, 'first']);
  const undone = await run('adopt', 'acting', '--undo', adoption.id);
  expect(undone.stdout).toContain('main is as it was before');
  expect([undone.code, await note()]).toEqual([0, 'second']);
  expect((await run('adopt', 'acting', '--undo', adoption.id)).code).toBe(1);
});

test('what an undo leaves is counted, and can be taken back afterwards', async () => {
  const done = await run('adopt', 'acting', 'plan-b', '--json');
  const { id } = adoptionSchema.parse(JSON.parse(done.stdout));
  await writeFile(join(folder, 'data/acting/workspaces/main/note.txt'), 'by hand');
  const left = await run('adopt', 'acting', '--undo', id);
  expect([left.code, await note()]).toEqual([0, 'by hand']);
  expect(left.stdout).toContain('1 path in main is left as it is');
  expect(left.stdout).not.toContain('as it was before');
  expect(left.stderr).toContain(`forkpoint adopt acting --undo ${id} --take PATH`);
  const taken = await run('adopt', 'acting', '--undo', id, '--take', 'note.txt');
  expect(taken.stdout).toContain('main is as it was before');
  expect([taken.code, await note()]).toEqual([0, 'second']);
});

test('a patch goes into a pipe byte by byte', async () => {
  const copy = join(folder, 'copy');
  await cp(join(folder, 'data/acting/workspaces/plan-b'), copy, { recursive: true });
  const { code, stdout } = await run('adopt', 'acting', 'main', '--into', 'plan-b', '--patch');
  expect(code).toBe(0);
  execFileSync('git', ['apply', '-'], { cwd: copy, input: stdout });
  expect(await readFile(join(copy, 'note.txt'), 'utf8')).toBe('second');
});

test('log leaves archived branches out, says so, and draws them when asked to', async () => {
  const log = async (...words: string[]) => (await run('log', 'acting', ...words)).stdout;
  expect(await log()).toContain('◀ plan-b');
  await run('archive', 'acting', 'plan-b');
  const shown = await log();
  expect(shown).not.toContain('◀ plan-b');
  expect(shown).toContain('1 archived, not drawn: plan-b (--archived draws all)');
  const all = await log('--archived');
  expect(all).toContain('◀ plan-b');
  expect(all).not.toContain('not drawn');
  expect(await log('--json')).toContain('plan-b');
  await run('archive', 'acting', 'plan-b', '--undo');
});

test('branches are archived and brought back', async () => {
  const records = z.array(z.looseObject({ branch: z.string(), isArchived: z.boolean().optional() }));
  const archived = await run('archive', 'acting', 'plan-b', '--json');
  expect(records.parse(JSON.parse(archived.stdout))).toMatchObject([{ branch: 'plan-b', isArchived: true }]);
  const back = await run('archive', 'acting', 'plan-b', '--undo', '--json');
  expect(records.parse(JSON.parse(back.stdout))).toEqual([]);
  expect((await run('archive', 'acting', 'plan-x')).code).toBe(1);
});

test('what is not meant is refused', async () => {
  expect((await run('adopt', 'acting')).code).toBe(2);
  expect((await run('adopt', 'acting', 'plan-b', '--into', 'main', '--folder', '.')).code).toBe(2);
  expect((await run('adopt', 'acting', 'plan-x')).code).toBe(1);
});
