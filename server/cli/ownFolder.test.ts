import { execFileSync } from 'node:child_process';
import { chownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { call, modelOf, replyWith, type Step, says } from '../harness/testing/scriptedParts.ts';
import { folderDigests } from '../store/testing/folderDigests.ts';
import { isRoot, person } from '../workspace/testing/rights.ts';
import { actedServices } from './testing/actedServices.ts';

let folder = '';
let project = '';
let close: () => Promise<void> = async () => undefined;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-own-')));
  project = join(folder, 'project');
  await mkdir(join(folder, 'data'));
  await mkdir(project);
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

const write = (id: string, path: string, content: string) => call(id, 'write_file', { path, content });
const work: Step[] = [
  replyWith([write('w1', 'a.txt', 'one'), write('w2', 'b.txt', 'one')]),
  replyWith([write('w3', 'a.txt', 'two'), write('w4', 'b.txt', 'two')]),
  says('Done.'),
];

/** A run that has played these steps in the person's project. */
async function played(steps: readonly Step[] = work) {
  const acted = actedServices(join(folder, 'data'), modelOf(...steps));
  const { commands } = acted.services;
  close = async () => {
    await acted.services.close();
    expect(acted.errors).toEqual([]);
  };
  await commands.startRun({ task: 'Work.', run: 'run', effects: 'live', workspace: project, model: 'm' });
  await acted.rested();
  return {
    ...acted,
    commands,
    plan: (to: string) => commands.planMove('run', { action: 'rewind', branch: 'main', to }),
    filesAt: async (to: string) => commands.sceneFiles('run', to, await (await acted.store()).rows()),
    read: (name: string) => readFile(join(project, name), 'utf8'),
  };
}

function git(...words: string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  return execFileSync('git', ['-C', project, ...who, ...words], { env, encoding: 'utf8' }).trim();
}

test('a plan says what the person’s repository went through since, and a rewind leaves it alone', async () => {
  git('init', '--quiet', '--initial-branch', 'main');
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
  const first = git('rev-parse', 'HEAD');
  const run = await played();
  expect((await run.filesAt('1-B')).capture?.git).toEqual({ commit: first, ref: 'refs/heads/main' });
  expect((await run.plan('1-B')).files).not.toHaveProperty('git');
  const before = await run.plan('1-B');
  git('add', '.');
  git('commit', '--quiet', '-m', 'second');
  git('commit', '--quiet', '--allow-empty', '-m', 'third');
  const third = git('rev-parse', 'HEAD');
  const plan = await run.plan('1-B');
  expect(plan.digest).not.toBe(before.digest);
  expect(plan.files.git).toEqual({
    was: { commit: first, ref: 'refs/heads/main' },
    is: { commit: third, ref: 'refs/heads/main' },
    commitsAfter: 2,
  });
  const repository = await folderDigests(join(project, '.git'));
  await run.commands.rewind('run', 'main', { to: '1-B', digest: plan.digest });
  expect(await run.read('a.txt')).toBe('one');
  expect(await folderDigests(join(project, '.git'))).toEqual(repository);
});

test('what captures take from the disk is said with the files of a scene', async () => {
  const text = 'x'.repeat(100_000);
  const run = await played([replyWith([write('w1', 'a.txt', text)]), says('Done.')]);
  const { capturesBytes } = await run.filesAt('1-B');
  expect(capturesBytes).toBeGreaterThan(text.length);
  expect(capturesBytes).toBeLessThan(2 * text.length);
  await mkdir(join(folder, 'data/run/captures/calls'));
  await writeFile(join(folder, 'data/run/captures/calls/0123'), text);
  expect((await run.filesAt('0-B')).capturesBytes).toBe(capturesBytes + text.length);
});

// Whoever owns a folder can open it: only another user's cannot be written to.
test.skipIf(!isRoot)(
  'a file that cannot be put back is named, nothing else is lost, and undo works',
  async () => {
    mkdirSync(join(project, 'locked'));
    const locked = 'locked/b.txt';
    const run = await played([
      replyWith([write('w1', 'a.txt', 'one'), write('w2', locked, 'one')]),
      replyWith([write('w3', 'a.txt', 'two'), write('w4', locked, 'two')]),
      says('Done.'),
    ]);
    giveAway(folder, join(project, 'locked'));
    const receipt = await asPerson(() => run.commands.rewind('run', 'main', { to: '1-B' }));
    expect(receipt.files).toMatchObject({
      verified: false,
      entries: [
        { path: 'a.txt', result: 'written' },
        { path: locked, result: 'failed', detail: 'EACCES' },
      ],
    });
    expect([await run.read('a.txt'), await run.read(locked)]).toEqual(['one', 'two']);
    const undone = await asPerson(() => run.commands.undo('run', 'main'));
    expect(undone.files).toMatchObject({ verified: true });
    expect([await run.read('a.txt'), await run.read(locked)]).toEqual(['two', 'two']);
  },
);

test.skipIf(!isRoot)('what lies in a folder that cannot be made fails for the same reason', async () => {
  mkdirSync(join(project, 'locked'));
  const run = await played([
    replyWith([write('w1', 'locked/new/c.txt', 'one')]),
    replyWith([call('c1', 'run_command', { command: 'rm -r locked/new' })]),
    says('Done.'),
  ]);
  giveAway(folder, join(project, 'locked'));
  const receipt = await asPerson(() => run.commands.rewind('run', 'main', { to: '1-B' }));
  expect(receipt.files).toMatchObject({
    verified: false,
    entries: [
      { path: 'locked/new', result: 'failed', detail: 'EACCES' },
      { path: 'locked/new/c.txt', result: 'failed', detail: 'EACCES' },
    ],
  });
});

/** With the rights of the person alone. */
async function asPerson<T>(work: () => Promise<T>): Promise<T> {
  process.setgroups?.([]);
  process.setegid?.(person);
  process.seteuid?.(person);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

/** All that lies in a folder becomes the person's, but for one folder in it. */
function giveAway(path: string, kept: string): void {
  if (path === kept) return;
  chownSync(path, person, person);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveAway(join(path, name), kept);
}

test('a fork taken while a call runs does not run it; the parent’s runs once', async () => {
  const command = 'while [ ! -e go ]; do sleep 0.02; done; echo ran >> count.txt';
  const closing = says('Done.');
  const run = actedServices(
    join(folder, 'data'),
    modelOf(replyWith([call('c1', 'run_command', { command })]), closing, closing),
  );
  close = () => run.services.close();
  const { commands } = run.services;
  await commands.startRun({ task: 'Work.', run: 'run', effects: 'live', workspace: project, model: 'm' });
  await expect
    .poll(async () => (await (await run.store()).branch('main').loadJournal()).length, { timeout: 60_000 })
    .toBe(1);
  await commands.fork('run', 'main', { to: '1-A', name: 'plan-b', go: true });
  expect((await run.rested('plan-b')).state).toBe('done');
  const fork = (await run.store()).branch('plan-b');
  const { checkpoint } = await fork.loadCheckpoint(1, { point: 'B' });
  expect(JSON.stringify(checkpoint?.messages.at(-1))).toMatch(/c1.*not run here/);
  expect([await fork.loadEffects(), await fork.loadJournal()]).toEqual([[], []]);
  expect((await (await run.store()).rows()).branches.find(row => row.name === 'main')?.state).toBe('running');

  await writeFile(join(project, 'go'), '');
  expect((await run.rested()).state).toBe('done');
  expect(await readFile(join(project, 'count.txt'), 'utf8')).toBe('ran\n');
  expect(await (await run.store()).branch('main').loadEffects()).toMatchObject([{ tool_use_id: 'c1' }]);
});
