import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { adoptBodySchema } from '../../shared/adoption.ts';
import { type ActedFolder, actedFolder } from '../cli/testing/actedRun.ts';
import { acquireLock } from '../disk/lock.ts';
import { call, latch, modelOf, replyWith, type Step, says } from '../harness/testing/scriptedParts.ts';
import { folderDigests } from '../store/testing/folderDigests.ts';
import { folderLock } from './adoptionPlace.ts';

let acted: ActedFolder | null = null;
afterEach(async () => {
  const { errors } = acted ?? { errors: [] };
  await acted?.close();
  acted = null;
  expect(errors).toEqual([]);
});

const write = (id: string, path: string, content: string) => call(id, 'write_file', { path, content });

/** Main writes two files; what plan-b, forked from its first turn, does comes after. */
const plans: Step[] = [
  replyWith([write('w1', 'a.txt', 'one\n')]),
  replyWith([write('w2', 'a.txt', 'by main\n'), write('w3', 'main.txt', 'x\n')]),
  says('Done.'),
  replyWith([write('w4', 'a.txt', 'by plan-b\n'), write('w5', 'b.txt', 'b\n')]),
  says('Done too.'),
];

/** A run whose `plan-b` has gone on from turn 1 of `main`. */
async function forked(steps: readonly Step[] = plans) {
  const folder = await actedFolder(modelOf(...steps));
  acted = folder;
  await folder.play();
  const { commands, adoptions } = folder.services;
  await commands.fork('run', 'main', { to: '1-B', name: 'plan-b', go: true, effects: 'live' });
  return {
    ...folder,
    commands,
    adoptions,
    read: (name: string, branch = 'main') => readFile(folder.file(name, branch), 'utf8'),
  };
}

async function ownFolder(files: Record<string, string>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-project-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

const intoMain = { side: 'plan-b', into: { branch: 'main' } };
const codeOf = async (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

describe('adopting a branch', () => {
  test('says what it would do, does that, and takes it back', async () => {
    const run = await forked();
    await run.rested('plan-b');
    await writeFile(run.file('by-hand.txt', 'plan-b'), 'after its last save point');
    const plan = await run.adoptions.plan('run', intoMain);
    expect(plan).toMatchObject({
      from: { branch: 'plan-b', address: 'plan-b:3-B' },
      into: { branch: 'main', folder: run.file('.').replace(/\/\.?$/, '') },
      since: 'main:1-B',
      notComing: [],
      changedAfter: ['by-hand.txt'],
    });
    expect(plan.entries).toMatchObject([
      { path: 'a.txt', action: 'write', before: 'by main\n', after: 'by plan-b\n' },
      { path: 'b.txt', action: 'write', change: 'created' },
      { path: 'main.txt', action: 'delete', change: 'deleted' },
    ]);
    const adoption = await run.adoptions.adopt('run', { ...intoMain, digest: plan.digest });
    expect(adoption).toMatchObject({ from: plan.from, into: plan.into, verified: true, undone: null });
    expect(await run.read('a.txt')).toBe('by plan-b\n');
    expect((await run.adoptions.list('run')).adoptions).toEqual([adoption]);
    const undo = await run.adoptions.planUndo('run', adoption.id, {});
    expect(undo.entries.map(({ path }) => path)).toEqual(['a.txt', 'b.txt', 'main.txt']);
    const undone = await run.adoptions.undo('run', adoption.id, { digest: undo.digest });
    expect(undone.undone).toMatchObject({ verified: true });
    expect([await run.read('a.txt'), await run.read('main.txt')]).toEqual(['by main\n', 'x\n']);
    expect(await codeOf(run.adoptions.planUndo('run', adoption.id, {}))).toBe('adoption-undone');
  });

  test('looked at writes nothing into the workspace, and is shown again when the world moved', async () => {
    const run = await forked();
    await run.rested('plan-b');
    const before = await folderDigests(dirname(run.file('a.txt')));
    const { digest } = await run.adoptions.plan('run', intoMain);
    expect(await folderDigests(dirname(run.file('a.txt')))).toEqual(before);
    await writeFile(run.file('b.txt'), 'mine');
    expect(await codeOf(run.adoptions.adopt('run', { ...intoMain, digest }))).toBe('adoption-changed');
    const other = await run.adoptions.plan('run', { side: 'main:1-B', into: { branch: 'main' } });
    expect(await codeOf(run.adoptions.adopt('run', { ...intoMain, digest: other.digest }))).toBe(
      'adoption-changed',
    );
    expect(await run.read('a.txt')).toBe('by main\n');
    expect((await run.adoptions.list('run')).adoptions).toEqual([]);
  });

  test('a rewind afterwards puts the files back as ever, and the branch goes on from there', async () => {
    const run = await forked([...plans, says('Again.')]);
    await run.rested('plan-b');
    await run.adoptions.adopt('run', intoMain);
    const receipt = await run.commands.rewind('run', 'main', { to: '1-B' });
    expect(receipt.files).toMatchObject({ verified: true });
    expect(await run.read('a.txt')).toBe('one\n');
    expect(await codeOf(run.read('b.txt'))).toBe('ENOENT');
    await run.commands.undo('run', 'main');
    expect(await run.read('a.txt')).toBe('by plan-b\n');
  });

  test('a branch that runs is refused, on either side', async () => {
    const [began, goesOn] = [latch(), latch()];
    const run = await forked([
      ...plans.slice(0, 3),
      async () => {
        began.open();
        await goesOn.opened;
        return says('Done.');
      },
    ]);
    await began.opened;
    expect(await codeOf(run.adoptions.plan('run', intoMain))).toBe('cannot-adopt');
    const intoB = { side: 'main', into: { branch: 'plan-b' } };
    expect(await codeOf(run.adoptions.adopt('run', intoB))).toBe('cannot-adopt');
    goesOn.open();
    await run.rested('plan-b');
  });

  test('what does not exist or belongs elsewhere is refused by name', async () => {
    const run = await forked();
    await run.rested('plan-b');
    const to = (side: string, into = {}) =>
      codeOf(run.adoptions.plan('run', { side, into: { branch: 'main', ...into } }));
    expect(await to('plan-x')).toBe('no-such-branch');
    expect(await to('main:99-B')).toBe('no-such-scene');
    expect(await to('../x')).toBe('bad-name');
    expect(await to('plan-b', { branch: 'plan-x' })).toBe('no-such-branch');
    expect(await codeOf(run.adoptions.undo('run', '0123456789ab', {}))).toBe('no-such-adoption');
  });
});

describe('a side of another run', () => {
  test('goes into a folder of the person’s own, as an act of its own run', async () => {
    const run = await forked();
    await run.rested('plan-b');
    const into = { folder: await ownFolder({ 'a.txt': 'mine\n' }) };
    const plan = await run.adoptions.plan('elsewhere', { side: 'run/plan-b', into });
    expect(plan.from).toMatchObject({ branch: 'plan-b', address: 'plan-b:3-B' });
    const { id } = await run.adoptions.adopt('elsewhere', { side: 'run/plan-b', into, digest: plan.digest });
    expect(await readFile(join(into.folder, 'b.txt'), 'utf8')).toBe('b\n');
    expect((await run.adoptions.list('run')).adoptions).toMatchObject([{ id, into: { branch: null } }]);
  });

  test('does not go into the workspace of a branch, and it is said why and what else there is', async () => {
    const run = await forked();
    await run.rested('plan-b');
    const refused = run.adoptions.plan('elsewhere', { side: 'run/plan-b', into: { branch: 'main' } });
    await expect(refused).rejects.toMatchObject({
      code: 'cannot-adopt',
      params: { side: 'run/plan-b', why: expect.stringMatching(/shares no scene.*folder of yours.*patch/) },
    });
  });
});

describe('an undo', () => {
  test('waits for a turn that was cut off there: resuming it judges its calls by the files', async () => {
    const run = await forked();
    await run.rested('plan-b');
    const { id } = await run.adoptions.adopt('run', intoMain);
    const { scenes } = await (await run.store()).rows();
    const cut = scenes.find(row => row.branch === 'main' && row.turn === 2 && row.point === 'A');
    const checkpoints = join(run.folder, 'data/run/checkpoints');
    for (const file of ['turn-003-B.json', 'turn-002-B.json']) await rm(join(checkpoints, file));
    const record = JSON.parse(await readFile(join(checkpoints, 'branch.json'), 'utf8'));
    await writeFile(join(checkpoints, 'branch.json'), JSON.stringify({ ...record, head: cut?.id }));
    expect(await codeOf(run.adoptions.planUndo('run', id, {}))).toBe('cut-off-turn');
    expect(await codeOf(run.adoptions.undo('run', id, {}))).toBe('cut-off-turn');
    expect(await codeOf(run.adoptions.plan('run', intoMain))).toBe('cut-off-turn');
    expect(await run.read('a.txt')).toBe('by plan-b\n');
  });

  test('is not kept from its files by what cannot be read of others', async () => {
    const run = await forked();
    await run.rested('plan-b');
    const { id } = await run.adoptions.adopt('run', intoMain);
    const captures = join(run.folder, 'data/run/captures');
    await writeFile(join(captures, 'branches/plan-b.json'), '{');
    await mkdir(join(captures, 'folders', 'f'.repeat(32), 'branches'), { recursive: true });
    await writeFile(join(captures, 'folders', 'f'.repeat(32), 'branches/main.json'), '{');
    const { adoptions, problems } = await run.adoptions.list('run');
    expect(adoptions.map(adoption => adoption.id)).toEqual([id]);
    expect(problems.map(({ code }) => code)).toEqual(['bad-json', 'bad-json']);
    expect(await codeOf(run.adoptions.planUndo('run', '0123456789ab', {}))).toBe('bad-json');
    expect((await run.adoptions.undo('run', id, {})).undone).toMatchObject({ verified: true });
    expect(await run.read('a.txt')).toBe('by main\n');
  });
});

describe('into a folder of the person’s own', () => {
  test('goes what changed since the run began; what is otherwise there is a conflict', async () => {
    const run = await forked();
    await run.rested('plan-b');
    const project = await ownFolder({ 'b.txt': 'mine\n', 'mine.txt': 'm\n' });
    const wish = { side: 'plan-b', into: { folder: `${project}/../${project.split('/').at(-1)}` } };
    const plan = await run.adoptions.plan('run', wish);
    expect(plan.into).toEqual({ branch: null, folder: project });
    expect(plan.entries.map(({ path, action }) => [path, action])).toEqual([
      ['a.txt', 'write'],
      ['b.txt', 'conflict'],
    ]);
    const taken = await run.adoptions.plan('run', { ...wish, take: ['b.txt'] });
    const { id } = await run.adoptions.adopt('run', { ...wish, take: ['b.txt'], digest: taken.digest });
    expect(await readFile(join(project, 'b.txt'), 'utf8')).toBe('b\n');
    expect((await run.adoptions.list('run')).adoptions).toMatchObject([{ id, into: plan.into }]);
    await run.adoptions.undo('run', id, {});
    expect(await readFile(join(project, 'b.txt'), 'utf8')).toBe('mine\n');
    expect(await codeOf(readFile(join(project, 'a.txt')))).toBe('ENOENT');
  });

  test('is refused where it is no such folder, lies in the data folder, or holds the home folder', async () => {
    const run = await forked();
    await run.rested('plan-b');
    for (const folder of ['/no/such', dirname(run.file('a.txt')), '/', homedir(), '~'])
      expect(await codeOf(run.adoptions.plan('run', { side: 'plan-b', into: { folder } }))).toBe(
        'bad-workspace',
      );
  });
});

describe('a folder of the person’s own', () => {
  test('may have a path of any length', async () => {
    const run = await forked();
    await run.rested('plan-b');
    const long = `${'long-name-'.repeat(20)}/${'x'.repeat(200)}`;
    const project = await ownFolder({ [`${long}/mine.txt`]: 'm\n' });
    const wish = { side: 'plan-b', into: { folder: join(project, long) } };
    const { digest } = await run.adoptions.plan('run', wish);
    const body = adoptBodySchema.parse({ ...wish, digest });
    expect((await run.adoptions.adopt('run', body)).verified).toBe(true);
    const elsewhere = { ...wish, into: { folder: project } };
    expect(await codeOf(run.adoptions.adopt('run', { ...elsewhere, digest }))).toBe('adoption-changed');
  });

  test('is refused where it holds, or lies in, a folder that a run works in', async () => {
    const run = await forked([...plans, says('Done here.')]);
    await run.rested('plan-b');
    const around = await ownFolder({ 'project/a.txt': 'a\n', 'project/sub/b.txt': 'b\n' });
    const project = join(around, 'project');
    const own = { run: 'own', effects: 'live', model: 'claude-test-1', workspace: project } as const;
    await run.commands.startRun({ ...own, task: 'Do it.' });
    await vi.waitFor(async () => {
      const { branches } = await (await run.services.index.source('own')).rows();
      expect(branches[0]?.state).toBe('done');
    });
    const to = (id: string, side: string, folder: string) =>
      codeOf(run.adoptions.plan(id, { side, into: { folder } }));
    for (const folder of [around, join(project, 'sub')]) {
      expect(await to('own', 'main:0-B', folder)).toBe('bad-workspace');
      expect(await to('run', 'plan-b', folder)).toBe('bad-workspace');
    }
    expect(await to('run', 'plan-b', project)).toBe('bad-workspace');
    const { into } = await run.adoptions.plan('own', { side: 'main:0-B', into: { folder: project } });
    expect(into).toEqual({ branch: 'main', folder: project });
    expect(await to('run', 'plan-b', await ownFolder({}))).toBe('done');
  });

  test('takes one adoption at a time, whichever run it is of', async () => {
    const run = await forked();
    await run.rested('plan-b');
    const project = await ownFolder({});
    const lock = folderLock(join(run.folder, 'data'), project);
    await mkdir(dirname(lock), { recursive: true });
    const { release } = await acquireLock(lock, 'another run');
    const adopting = run.adoptions.adopt('run', { side: 'plan-b', into: { folder: project } });
    expect(await Promise.race([adopting, sleep(300, 'waits')])).toBe('waits');
    expect(await readdir(project)).toEqual([]);
    await release();
    expect((await adopting).verified).toBe(true);
  });

  test('is refused where it holds the home folder behind a link', async () => {
    const run = await forked();
    await run.rested('plan-b');
    const around = await ownFolder({ 'home/me.txt': 'm\n', 'other/x.txt': 'x\n' });
    await symlink(join(around, 'home'), join(around, 'other/link'));
    vi.stubEnv('HOME', join(around, 'other/link'));
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const folder of [around, join(around, 'home'), '~'])
      expect(await codeOf(run.adoptions.plan('run', { side: 'plan-b', into: { folder } }))).toBe(
        'bad-workspace',
      );
    const other = { folder: join(around, 'other') };
    expect(await codeOf(run.adoptions.plan('run', { side: 'plan-b', into: other }))).toBe('done');
  });
});

test('a patch holds what a branch changed, from where it left another or from where the run began', async () => {
  const run = await forked();
  await run.rested('plan-b');
  const patch = await run.adoptions.patch('run', 'plan-b', 'main');
  expect(patch).toMatchObject({ files: 2, leftOut: [], since: 'main:1-B', name: 'run-plan-b.patch' });
  expect(patch.text).toContain('-one\n+by plan-b\n');
  expect(await run.adoptions.patch('run', 'main:1-B', null)).toMatchObject({ files: 1, since: 'main:0-B' });
  expect(await run.adoptions.patch('run', 'main', 'main')).toMatchObject({ text: null, files: 0 });
});
