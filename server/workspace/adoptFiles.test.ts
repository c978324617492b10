import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../store/testing/randomFrom.ts';
import { checkCaptures } from './checkCaptures.ts';
import type { WorkspaceStep } from './crashPoints.ts';
import { openRunFiles } from './diskRunFiles.ts';
import type { CaptureRange } from './runFiles.ts';
import { adopted, adoptionAct, heldFiles, undone } from './testing/adopting.ts';
import { fastFolder } from './testing/fastFolder.ts';
import { changeAtRandom } from './testing/randomChanges.ts';
import { makeRandomFiles } from './testing/randomFiles.ts';
import { snapshotOf } from './testing/snapshot.ts';
import { drawn, type TestRun, testRun } from './testing/workspaces.ts';

function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

interface Plans extends TestRun {
  /** The workspace of `plan-b`. */
  fork: string;
  /** Of the scene that it was forked from. */
  since: string;
}

/** A run whose `plan-b` was forked from `main`. */
async function forked(files: Record<string, string>, options: { own?: boolean } = {}): Promise<Plans> {
  const run = await testRun(options);
  write(run.workspace, files);
  const since = await heldFiles(run.files);
  await run.files.copyTo(since, 'plan-b');
  return { ...run, fork: run.files.folderOf('plan-b'), since };
}

/** Kinds, modes and bytes; links into the workspace by where they lead in it. */
function valuesIn(folder: string): string[] {
  return [...snapshotOf(folder)].map(([path, { value }]) => `${path} ${value}`).sort();
}

/** What `plan-b` made, as it is adopted. */
async function planB(run: Plans, ranges: readonly CaptureRange[] = []) {
  return { capture: await heldFiles(run.files, 'plan-b'), since: run.since, ranges };
}

describe('adopting', () => {
  test('brings what the branch changed: new, changed, deleted, modes, links, kinds', async () => {
    const run = await forked({ 'a.txt': 'a', 'b.txt': 'b', 'run.sh': 'x', 'kind/x': 'x', same: 's' });
    write(run.fork, { 'a.txt': 'A', 'new/deep.txt': 'n' });
    rmSync(join(run.fork, 'b.txt'));
    rmSync(join(run.fork, 'kind'), { recursive: true });
    write(run.fork, { kind: 'a file' });
    chmodSync(join(run.fork, 'run.sh'), 0o755);
    symlinkSync(join(run.fork, 'a.txt'), join(run.fork, 'inside'));
    const first = snapshotOf(run.workspace);
    const { id, results } = await adopted(run.files, await planB(run));
    expect(results).toEqual([
      'a.txt written',
      'b.txt deleted',
      'inside written',
      'kind written',
      'kind/x deleted',
      'new/deep.txt written',
      'run.sh mode-set',
    ]);
    expect(valuesIn(run.workspace)).toEqual(valuesIn(run.fork));
    const [kept] = await run.files.adoptions('main');
    expect(kept).toMatchObject({ id, by: 'tester', from: adoptionAct.from, undone: null });
    expect(kept).toMatchObject({ isUnfinished: false, verified: true });
    expect(kept?.entries.map(({ path, result }) => `${path} ${result}`)).toEqual(results);
    const back = await undone(run.files, id);
    const [after] = await run.files.adoptions('main');
    expect(after?.undone?.entries.map(({ path, result }) => `${path} ${result}`)).toEqual(back);
    expect(snapshotOf(run.workspace)).toEqual(first);
    expect(await run.files.adoptions('main')).toMatchObject([{ id, undone: { verified: true } }]);
    await expect(undone(run.files, id)).rejects.toMatchObject({ code: 'adoption-undone' });
  });

  test('takes back what the other branch’s run did, and leaves what changed behind its back', async () => {
    const run = await forked({ 'ours.txt': '0', 'theirs.txt': '0', 'both.txt': '0', 'apart.txt': '0' });
    write(run.workspace, { 'ours.txt': 'by main', 'both.txt': 'by main' });
    const range = [run.since, await heldFiles(run.files)] as const;
    write(run.workspace, { 'both.txt': 'by the person', 'apart.txt': 'by the person', 'mine.txt': 'm' });
    write(run.fork, { 'both.txt': 'by plan-b', 'theirs.txt': 'by plan-b', 'mine.txt': 'by plan-b' });
    const wish = await planB(run, [range]);
    const { entries } = await run.files.planAdoption('main', { ...wish, take: [] });
    expect(entries.map(({ path, action, why }) => [path, action, why])).toEqual([
      ['both.txt', 'conflict', 'changed-by-others'],
      ['mine.txt', 'conflict', 'changed-by-others'],
      ['ours.txt', 'write', null],
      ['theirs.txt', 'write', null],
    ]);
    const { id } = await adopted(run.files, { ...wish, take: ['both.txt', '../../outside', '/etc/passwd'] });
    expect(drawn(run.workspace)).toEqual([
      'apart.txt 644 by the person',
      'both.txt 644 by plan-b',
      'mine.txt 644 m',
      'ours.txt 644 0',
      'theirs.txt 644 by plan-b',
    ]);
    await undone(run.files, id);
    expect(drawn(run.workspace)).toContain('both.txt 644 by the person');
    expect(drawn(run.workspace)).toContain('ours.txt 644 by main');
  });

  test('into a folder that somebody took away brings it back only where it is taken', async () => {
    const run = await forked({ 'src/a.txt': 'a' });
    write(run.fork, { 'src/b.txt': 'b' });
    rmSync(join(run.workspace, 'src'), { recursive: true });
    const wish = await planB(run);
    const { results } = await adopted(run.files, wish);
    expect(results).toEqual(['src left-conflict', 'src/b.txt left-conflict']);
    expect((await adopted(run.files, { ...wish, take: ['src/b.txt'] })).results).toEqual([
      'src/b.txt written',
    ]);
    expect(drawn(run.workspace)).toEqual(['src/ 755', 'src/b.txt 644 b']);
  });

  test('is refused where the files are others than the person saw, and writes nothing', async () => {
    const run = await forked({ 'a.txt': 'a' });
    write(run.fork, { 'a.txt': 'b' });
    const files = { ...(await planB(run)), take: [] };
    const { digest } = await run.files.planAdoption('main', files);
    write(run.workspace, { 'a.txt': 'c' });
    await expect(run.files.adopt('main', files, adoptionAct, digest)).rejects.toMatchObject({
      code: 'adoption-changed',
    });
    expect(drawn(run.workspace)).toEqual(['a.txt 644 c']);
    write(run.workspace, { 'a.txt': 'a' });
    expect((await run.files.adopt('main', files, adoptionAct, digest)).report.verified).toBe(true);
  });

  test('never writes through a link, into a repository or into the data folder', async () => {
    const run = await testRun({ own: true });
    const outside = join(run.dataFolder, '..', 'outside');
    write(outside, { 'x.txt': 'outside' });
    write(run.workspace, { 'a.txt': 'a', 'sub/x.txt': 'x' });
    const since = await heldFiles(run.files);
    await run.files.copyTo(since, 'plan-b');
    const fork = run.files.folderOf('plan-b');
    write(fork, {
      'sub/x.txt': 'by plan-b',
      'lib/.git/config': 'x',
      '.git/hooks/pre-commit': 'evil',
      'b.txt': 'b',
    });
    rmSync(join(run.workspace, 'sub'), { recursive: true });
    symlinkSync(outside, join(run.workspace, 'sub'));
    write(run.workspace, { '.git/HEAD': 'ref: refs/heads/main' });
    const { results } = await adopted(run.files, {
      capture: await heldFiles(run.files, 'plan-b'),
      since,
      take: ['sub/x.txt'],
    });
    expect(results).toEqual(expect.arrayContaining(['b.txt written']));
    expect(readFileSync(join(outside, 'x.txt'), 'utf8')).toBe('outside');
    expect(readdirSync(join(run.workspace, '.git'))).toEqual(['HEAD']);
    expect(existsSync(join(run.workspace, 'lib/.git'))).toBe(false);
  });

  test('an undo leaves what changed since, and lists it', async () => {
    const run = await forked({ 'a.txt': 'a', 'b.txt': 'b' });
    write(run.fork, { 'a.txt': 'A', 'b.txt': 'B', 'new/x': 'x' });
    const { id } = await adopted(run.files, await planB(run));
    write(run.workspace, { 'a.txt': 'later', 'new/mine': 'm' });
    const { entries } = await run.files.planUndoAdoption('main', id, []);
    expect(entries.filter(({ action }) => action === 'conflict').map(({ path }) => path)).toEqual(['a.txt']);
    expect(await undone(run.files, id)).toEqual([
      'a.txt left-conflict',
      'b.txt written',
      'new left-conflict',
      'new/x deleted',
    ]);
    expect(drawn(run.workspace)).toEqual(['a.txt 644 later', 'b.txt 644 b', 'new/ 755', 'new/mine 644 m']);
  });

  test('what an undo left can be taken back later, until nothing is left', async () => {
    const run = await forked({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
    write(run.fork, { 'a.txt': 'A', 'b.txt': 'B', 'c.txt': 'C' });
    const { id } = await adopted(run.files, await planB(run));
    write(run.workspace, { 'a.txt': 'later', 'b.txt': 'later' });
    expect(await undone(run.files, id)).toEqual([
      'a.txt left-conflict',
      'b.txt left-conflict',
      'c.txt written',
    ]);
    write(run.workspace, { 'c.txt': 'after the undo' });
    const { entries } = await run.files.planUndoAdoption('main', id, ['a.txt']);
    expect(entries.map(({ path, action }) => [path, action])).toEqual([
      ['a.txt', 'write'],
      ['b.txt', 'conflict'],
    ]);
    expect(await undone(run.files, id, ['a.txt'])).toEqual(['a.txt written', 'b.txt left-conflict']);
    const [kept] = await run.files.adoptions('main');
    expect(kept?.undone?.entries.map(({ path, result }) => [path, result])).toEqual([
      ['a.txt', 'written'],
      ['b.txt', 'left-conflict'],
      ['c.txt', 'written'],
    ]);
    write(run.workspace, { 'b.txt': 'b' });
    expect(await undone(run.files, id)).toEqual([]);
    await expect(undone(run.files, id)).rejects.toMatchObject({ code: 'adoption-undone' });
    expect(drawn(run.workspace)).toEqual(['a.txt 644 a', 'b.txt 644 b', 'c.txt 644 after the undo']);
  });

  test('goes into a folder of the person’s own, which has a memory of its own', async () => {
    const run = await forked({ 'a.txt': 'a', 'c.txt': 'c' });
    const project = await fastFolder();
    onTestFinished(() => rm(project, { recursive: true, force: true }));
    write(project, { 'a.txt': 'a', 'c.txt': 'changed here', 'mine.txt': 'm', '.git/HEAD': 'x' });
    const first = drawn(project);
    write(run.fork, { 'a.txt': 'A', 'b.txt': 'B', 'c.txt': 'C' });
    const before = drawn(run.workspace);
    const kept = run.files.outside(project);
    const wish = await planB(run);
    const { id, results } = await adopted(kept, wish);
    expect(results).toEqual(['a.txt written', 'b.txt written', 'c.txt left-conflict']);
    expect(drawn(project)).toContain('c.txt 644 changed here');
    expect(drawn(run.workspace)).toEqual(before);
    expect(await run.files.adoptions('main')).toEqual([]);
    const later = openRunFiles({ dataFolder: run.dataFolder, runFolder: run.runFolder, ownFolder: null });
    expect(await later.outsideFolders()).toEqual({ folders: [project], problems: [] });
    const dying = run.reopened({
      crashPoint: step => {
        if (step === 'restore-path') throw new Killed();
      },
    });
    await expect(undone(dying.outside(project), id)).rejects.toBeInstanceOf(Killed);
    expect(await checkCaptures(run.runFolder, [])).toMatchObject({
      lost: [],
      unreadable: [],
      unfinished: [project],
    });
    // What is kept of the folder tells its path; where that is lost, its name stands for it.
    const [name = ''] = readdirSync(join(run.runFolder, 'captures/folders'));
    const state = join(run.runFolder, 'captures/folders', name, 'branches/main.json');
    const text = readFileSync(state, 'utf8');
    writeFileSync(state, '{');
    const where = `captures/folders/${name}/branches/main.json`;
    const checked = await checkCaptures(run.runFolder, []);
    expect(checked.unreadable.map(entry => entry.where)).toEqual([where]);
    expect(checked.unfinished).toEqual([name]);
    writeFileSync(state, text);
    await later.outside(project).finish('main');
    expect(await checkCaptures(run.runFolder, [])).toMatchObject({ lost: [], unfinished: [] });
    expect(drawn(project)).toEqual(first);
    await expect(undone(later.outside(project), id)).rejects.toMatchObject({ code: 'adoption-undone' });
  });
});

test('what was made in a folder of the person’s own goes into another one', async () => {
  const run = await testRun({ own: true });
  const since = await heldFiles(run.files);
  write(run.workspace, { 'a.txt': 'a' });
  const capture = await heldFiles(run.files);
  const project = await fastFolder();
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  const kept = run.files.outside(project);
  const { id } = await adopted(kept, { capture, since });
  expect(drawn(project)).toEqual(['a.txt 644 a']);
  await undone(kept, id);
  expect(drawn(project)).toEqual([]);
});

/** Steps at which an adoption and its undo are killed. */
const steps: WorkspaceStep[] = [
  'restore',
  'capture-walked',
  'capture-packed',
  'capture-remembered',
  'after-capture',
  'restore-held',
  'restore-noted',
  'restore-path',
  'restore-temporary',
  'restore-path-done',
  'restore-applied',
  'restore-recorded',
  'after-restore',
];

class Killed extends Error {}

describe.each(steps)('killed at %s', step => {
  test.each([1, 3])('passing %i, it is done whole or not at all', async n => {
    const run = await forked({ 'a.txt': 'a', 'gone.txt': 'g', 'd/x': 'x' });
    write(run.fork, { 'a.txt': 'A', 'new/b.txt': 'B' });
    rmSync(join(run.fork, 'gone.txt'));
    rmSync(join(run.fork, 'd'), { recursive: true });
    const wish = { ...(await planB(run)), take: [] };
    const first = drawn(run.workspace);
    const dying = (passing = 0) =>
      run.reopened({
        crashPoint: label => {
          if (label === step && ++passing === n) throw new Killed();
        },
      });
    await dying()
      .adopt('main', wish, adoptionAct, null)
      .catch(error => expect(error).toBeInstanceOf(Killed));
    const mended = run.reopened();
    const [cut] = await mended.adoptions('main');
    await mended.finish('main');
    const [adoption] = await mended.adoptions('main');
    // What was begun for others to see is finished; what nobody could see is not there.
    expect(adoption === undefined).toBe(cut === undefined);
    expect(drawn(run.workspace)).toEqual(adoption ? drawn(run.fork) : first);
    if (!adoption) return;
    expect(adoption).toMatchObject({ isUnfinished: false, verified: true });
    await dying()
      .undoAdoption('main', { id: adoption.id, take: [] }, adoptionAct, null)
      .catch(error => expect(error).toBeInstanceOf(Killed));
    const again = run.reopened();
    await again.finish('main');
    const [after] = await again.adoptions('main');
    expect(drawn(run.workspace)).toEqual(after?.undone ? first : drawn(run.fork));
    if (!after?.undone) await undone(again, adoption.id);
    expect(drawn(run.workspace)).toEqual(first);
    expect(await again.adoptions('main')).toHaveLength(1);
  });
});

describe('whatever the files are', () => {
  const seed = Number(process.env.FORKPOINT_SEED ?? 20_261_130);
  const rounds = Number(process.env.FORKPOINT_SEQUENCES ?? 12);
  test.each(Array.from({ length: rounds }, (_, round) => seed + round))(
    'adopting and undoing gives back what was there (seed %i)',
    async seedOfRound => {
      const random = randomFrom(seedOfRound);
      const pick = (bound: number) => Math.floor(random() * bound);
      const run = await testRun();
      await makeRandomFiles({ root: run.workspace, user: null, pick });
      const since = await heldFiles(run.files);
      await run.files.copyTo(since, 'plan-b');
      for (let change = 0; change < 12; change++) changeAtRandom(run.files.folderOf('plan-b'), pick);
      for (let change = 0; change < 6; change++) changeAtRandom(run.workspace, pick);
      const range = [since, await heldFiles(run.files)] as const;
      for (let change = 0; change < 6; change++) changeAtRandom(run.workspace, pick);
      const before = snapshotOf(run.workspace);
      const files = { capture: await heldFiles(run.files, 'plan-b'), since, ranges: [range] };
      const { entries } = await run.files.planAdoption('main', { ...files, take: [] });
      const conflicts = entries.filter(({ action }) => action === 'conflict').map(({ path }) => path);
      const take = conflicts.filter(() => pick(2) === 0);
      const { id } = await adopted(run.files, { ...files, take });
      const left = (await undone(run.files, id)).filter(
        line => !/ (written|deleted|mode-set|same)$/.test(line),
      );
      expect(left).toEqual([]);
      expect(snapshotOf(run.workspace)).toEqual(before);
    },
  );
});
