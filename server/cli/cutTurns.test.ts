import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RewindBody } from '../../shared/plan.ts';
import { call, modelOf, replyWith, type Step, says } from '../harness/testing/scriptedParts.ts';
import { folderDigests } from '../store/testing/folderDigests.ts';
import { actedServices } from './testing/actedServices.ts';
import { forkpoint } from './testing/forkpointProcess.ts';

let folder = '';
let closers: (() => Promise<void>)[] = [];
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-cut-')));
  await mkdir(join(folder, 'project'));
});
afterEach(async () => {
  for (const close of closers) await close();
  closers = [];
  await rm(folder, { recursive: true, force: true });
});

/** A file, then a turn of three calls that changes it again, runs a shell command, and makes another file. */
const scenario = (command: string) => `id: cut
title: One that is cut off
task: Write two notes.
replies:
  - calls: [{ tool: write_file, input: { path: a.txt, content: one } }]
  - calls:
      - { tool: write_file, input: { path: a.txt, content: two } }
      - ${command}
      - { tool: write_file, input: { path: deep/b.txt, content: new } }
  - text: Done.
`;
const shell = (command: string) => `{ tool: run_command, input: { command: '${command}' } }`;
const makes = shell('echo made > made.txt');
const noCommand = '{ tool: write_file, input: { path: c.txt, content: see } }';

async function writeScenario(command: string): Promise<void> {
  await mkdir(join(folder, 'scenarios/cut'), { recursive: true });
  await writeFile(join(folder, 'scenarios/cut/scenario.yaml'), scenario(command));
}

/** Starts the scenario in a process of its own. */
function start(env: NodeJS.ProcessEnv, more: string[] = []) {
  const words = ['run', '--scenario', 'cut', '--run', 'run', '--effects', 'live', '--pace', '0'];
  return forkpoint(folder, [...words, '--data', join(folder, 'data'), ...more], env);
}

/** The second call of the second turn has ended; the third has run and nobody wrote that down. */
const inThirdCall = { CRASH_AFTER: 'effect-write:4' };
const inProject = () => ['--workspace', join(folder, 'project')];

/** Acts on the run that was cut off. @param steps what a model replies from here on */
function acting(steps: readonly Step[] = [], root = join(folder, 'data/run/workspaces/main')) {
  const acted = actedServices(join(folder, 'data'), modelOf(...steps));
  const { commands } = acted.services;
  closers.push(async () => {
    await acted.services.close();
    expect(acted.errors).toEqual([]);
  });
  return {
    ...acted,
    commands,
    file: (name: string) => join(root, name),
    read: (name: string) => readFile(join(root, name), 'utf8').catch((error: { code: string }) => error.code),
    plan: async (body: RewindBody) => {
      const plan = await commands.planMove('run', { ...body, action: 'rewind', branch: 'main' });
      const steps = plan.files.entries.map(({ path, action, why }) => [path, why ?? action]);
      return { ...plan, steps: Object.fromEntries(steps) };
    },
    rewind: (body: RewindBody) => commands.rewind('run', 'main', body),
    undo: () => commands.undo('run', 'main'),
  };
}
const inOwnProject = (steps: readonly Step[] = []) => acting(steps, join(folder, 'project'));

describe('a run that was killed inside a turn', () => {
  test('has what its calls changed put back, as the plan says, and given back by an undo', async () => {
    await writeScenario(makes);
    expect(await start(inThirdCall).ended).toBe(137);
    const run = acting();
    const before = await folderDigests(folder);
    const plan = await run.plan({ to: '1-B' });
    expect(plan.steps).toEqual({ 'a.txt': 'write', 'deep/b.txt': 'delete', 'made.txt': 'delete' });
    expect(plan.files.entries[0]).toMatchObject({ path: 'a.txt', before: 'two', after: 'one' });
    expect(await folderDigests(folder)).toEqual(before);
    const receipt = await run.rewind({ to: '1-B', digest: plan.digest });
    expect(receipt.files).toMatchObject({ verified: true });
    const files = ['a.txt', 'made.txt', 'deep/b.txt', 'deep'];
    expect(await Promise.all(files.map(run.read))).toEqual(['one', 'ENOENT', 'ENOENT', 'ENOENT']);
    await run.undo();
    expect(await Promise.all(files.map(run.read))).toEqual(['two', 'made\n', 'new', 'EISDIR']);
    await run.rewind({ to: '0-B' });
    expect(await Promise.all(files.map(run.read))).toEqual(['ENOENT', 'ENOENT', 'ENOENT', 'ENOENT']);
  });

  test('by the system, in the middle of a command', async () => {
    await writeScenario(shell('echo $$ > made.txt; exec sleep 60'));
    const cut = start({});
    const run = acting();
    await expect.poll(() => run.read('made.txt'), { timeout: 60_000 }).toMatch(/^\d+\n$/);
    cut.child.kill('SIGKILL');
    await cut.ended;
    process.kill(Number(await run.read('made.txt')));
    const { steps } = await run.plan({ to: '1-B' });
    expect(steps).toEqual({ 'a.txt': 'write', 'made.txt': 'delete' });
    await run.rewind({ to: '1-B' });
    expect([await run.read('a.txt'), await run.read('made.txt')]).toEqual(['one', 'ENOENT']);
  });

  test('loses nothing of that where it is resumed, killed again, and resumed to its end', async () => {
    await writeScenario(makes);
    await start({ CRASH_AFTER: 'effect:4' }).ended;
    const steps = { 'a.txt': 'write', 'deep/b.txt': 'delete', 'made.txt': 'delete' };
    const resumed = (env: NodeJS.ProcessEnv) =>
      forkpoint(folder, ['resume', 'run', '--data', join(folder, 'data')], env).ended;
    expect(await resumed({ CRASH_AFTER: 'effect-write:1' })).toBe(137);
    expect((await acting().plan({ to: '1-B' })).steps).toEqual(steps);
    expect(await resumed({})).toBe(0);
    expect((await acting().plan({ to: '1-B' })).steps).toEqual(steps);
  });

  test('does not call its own what somebody changed after a rewind to the scene it was cut off at', async () => {
    await writeScenario(makes);
    await start(inThirdCall).ended;
    const run = acting();
    await run.rewind({ to: '2-A' });
    expect([await run.read('a.txt'), await run.read('made.txt')]).toEqual(['one', 'ENOENT']);
    await writeFile(run.file('a.txt'), 'mine');
    await writeFile(run.file('mine.txt'), 'mine');
    expect((await run.plan({ to: '0-B' })).steps).toEqual({ 'a.txt': 'changed-by-others' });
  });
});

test('a turn that was over, and is gone back into, is no cut one: what came since is somebody else’s', async () => {
  await mkdir(join(folder, 'data'));
  const write = (content: string) => call(`w-${content}`, 'write_file', { path: 'a.txt', content });
  const run = acting([replyWith([write('one')]), replyWith([write('two')]), says('Done.')]);
  await run.commands.startRun({ task: 'Write.', run: 'run', effects: 'live', model: 'claude-test-1' });
  await run.rested();
  await run.rewind({ to: '2-A' });
  expect(await run.read('a.txt')).toBe('one');
  await writeFile(run.file('a.txt'), 'mine');
  await writeFile(run.file('mine.txt'), 'mine');
  expect((await run.plan({ to: '0-B' })).steps).toEqual({ 'a.txt': 'changed-by-others' });
  await run.undo();
  expect([await run.read('a.txt'), await run.read('mine.txt')]).toEqual(['mine', 'mine']);
});

describe('in a folder of the person’s own', () => {
  test('only what the calls said they would touch is put back, and not where it is another by now', async () => {
    await writeScenario(noCommand);
    expect(await start(inThirdCall, inProject()).ended).toBe(137);
    const run = inOwnProject();
    await writeFile(run.file('mine.txt'), 'mine');
    await writeFile(run.file('c.txt'), 'mine too');
    const { steps } = await run.plan({ to: '1-B' });
    expect(steps).toEqual({ 'a.txt': 'write', 'c.txt': 'not-known-by-whom', 'deep/b.txt': 'delete' });
    await run.rewind({ to: '1-B' });
    const files = ['a.txt', 'deep/b.txt', 'deep', 'c.txt', 'mine.txt'];
    expect(await Promise.all(files.map(run.read))).toEqual(['one', 'ENOENT', 'ENOENT', 'mine too', 'mine']);
  });

  test('what may be a command’s is shown and left, unless the person says that it is', async () => {
    await writeScenario(makes);
    await start(inThirdCall, inProject()).ended;
    const run = inOwnProject();
    await writeFile(run.file('mine.txt'), 'mine');
    const doubtful = { 'made.txt': 'not-known-by-whom', 'mine.txt': 'not-known-by-whom' };
    expect((await run.plan({ to: '1-B' })).steps).toMatchObject(doubtful);
    const receipt = await run.rewind({ to: '1-B' });
    const left = { path: 'made.txt', result: 'left-conflict', detail: 'not-known-by-whom' };
    expect(receipt.files?.entries).toContainEqual(left);
    expect([await run.read('made.txt'), await run.read('mine.txt')]).toEqual(['made\n', 'mine']);
    await run.undo();
    expect(await run.read('a.txt')).toBe('two');

    const data = ['--data', join(folder, 'data'), '--json'];
    const inWords = ['rewind', 'run', '--to', '1-B', '--claim', 'made.txt', '--plan'];
    const shown = forkpoint(folder, [...inWords, ...data]);
    expect(await shown.ended).toBe(0);
    const claimed = ['made.txt'];
    const plan = await run.plan({ to: '1-B', claimed });
    expect(plan.steps).toMatchObject({ ...doubtful, 'made.txt': 'delete' });
    expect(JSON.parse(shown.said.stdout).files).toEqual(plan.files);
    await run.rewind({ to: '1-B', claimed, digest: plan.digest });
    expect([await run.read('made.txt'), await run.read('mine.txt')]).toEqual(['ENOENT', 'mine']);
    await run.undo();
    expect(await run.read('made.txt')).toBe('made\n');
  });

  test('what somebody changed while nothing of a turn had begun stays theirs', async () => {
    await writeScenario(makes);
    await start({ CRASH_AFTER: 'after-save-a:2' }, inProject()).ended;
    const run = inOwnProject();
    await writeFile(run.file('a.txt'), 'mine');
    await writeFile(run.file('mine.txt'), 'mine');
    expect((await run.plan({ to: '0-B' })).steps).toEqual({ 'a.txt': 'changed-by-others' });
  });
});

describe('files that a person changes while a question waits', () => {
  const write = (id: string, path: string, content: string) => call(id, 'write_file', { path, content });
  const mail = call('m2', 'send_email', { to: 'team@example.org', subject: 'Done', body: 'It works.' });

  test('do not become the run’s when the turn is over, nor those of a fork', async () => {
    await mkdir(join(folder, 'data'));
    const run = acting([
      replyWith([write('w1', 'a.txt', 'one'), write('w2', 'b.txt', 'one')]),
      replyWith([write('w3', 'a.txt', 'two'), write('w4', 'b.txt', 'two'), mail]),
      says('Done.'),
    ]);
    await run.commands.startRun({ task: 'Write.', run: 'run', effects: 'ask', model: 'claude-test-1' });
    expect((await run.rested()).state).toBe('waiting');
    await writeFile(run.file('a.txt'), 'mine');
    await writeFile(run.file('mine.txt'), 'mine');
    const [question] = (await (await run.store()).rows()).questions;
    await run.commands.answer('run', question?.id ?? '', { kind: 'approve' });
    expect((await run.rested()).state).toBe('done');
    const { changes } = await run.commands.sceneFiles('run', '2-B', await (await run.store()).rows());
    expect(changes.map(change => change.path)).toEqual(['a.txt', 'b.txt']);
    const steps = { 'a.txt': 'changed-by-others', 'b.txt': 'write' };
    expect((await run.plan({ to: '1-B' })).steps).toEqual(steps);

    await run.commands.fork('run', 'main', { to: '2-B', name: 'plan-b' });
    const inFork = await run.commands.planMove('run', { action: 'rewind', branch: 'plan-b', to: '1-B' });
    const ofFork = inFork.files.entries.map(({ path, action, why }) => [path, why ?? action]);
    expect(Object.fromEntries(ofFork)).toEqual(steps);

    await run.rewind({ to: '1-B' });
    const files = ['a.txt', 'b.txt', 'mine.txt'];
    expect(await Promise.all(files.map(run.read))).toEqual(['mine', 'one', 'mine']);
  });
});
