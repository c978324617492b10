import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPath } from '../check/checkPath.ts';
import { inParallel } from '../sources/inParallel.ts';
import { randomFrom } from '../store/testing/randomFrom.ts';
import { fastFolder } from '../workspace/testing/fastFolder.ts';
import { drawn } from '../workspace/testing/workspaces.ts';
import { type ActedServices, actedServices } from './testing/actedServices.ts';
import { backAddress, doCommand, gitWords, killedModel, makeProject } from './testing/killedRun.ts';

const program = fileURLToPath(new URL('../../dist/bundle/server/killedCommand.js', import.meta.url));
const kills = 25;
const seed = Number(process.env.FORKPOINT_KILL_SEED ?? 1);

/** What the run is like before an act: at its end, or rewound to its first turn. */
type Moment = 'done' | 'back';

/** The state in which an act that was cut off left the run. */
type Found = 'old' | 'new';

interface Act {
  begins: Moment;
  command: 'resume' | 'undo' | 'rewind' | 'fork' | 'adopt';
  /** Only what happens between these two labels is cut off; null: all of it. */
  between: readonly [string, string] | null;
  /** Looks at what has to hold after a kill, beyond what always has to; gives which state was found. */
  look(place: Place): Promise<Found>;
}

/** A project of a person and a run in it, as they are at both moments. */
interface Place {
  folder: string;
  project: string;
  data: string;
  files: Record<Moment, string[]>;
  words: Record<Moment, string>;
  /** Files of repositories, which nobody changes. */
  repositories: string[];
  heads: Record<Moment, string>;
  /** The workspace of a fork that nothing disturbed. */
  forked: string[];
}

const acts: Record<string, Act> = {
  capture: {
    begins: 'back',
    command: 'resume',
    between: ['capture', 'after-capture'],
    async look(place) {
      await acting(place, acted => doCommand(acted, 'resume'));
      expect(drawn(place.project)).toEqual(place.files.done);
      await acting(place, rewindAndClaim);
      expect(drawn(place.project)).toEqual(place.files.back);
      return 'old';
    },
  },
  restore: { begins: 'back', command: 'undo', between: ['restore', 'after-restore'], look: lookAtMove },
  rewind: { begins: 'done', command: 'rewind', between: null, look: lookAtMove },
  fork: {
    begins: 'done',
    command: 'fork',
    between: null,
    async look(place) {
      expect(drawn(place.project)).toEqual(place.files.done);
      const isThere = (await readdir(join(place.data, 'run'))).includes('checkpoints-plan-b');
      if (!isThere) await acting(place, acted => doCommand(acted, 'fork'));
      expect(drawn(forkIn(place))).toEqual(place.forked);
      expect(drawn(place.project)).toEqual(place.files.done);
      return isThere ? 'new' : 'old';
    },
  },
  adopt: { begins: 'done', command: 'adopt', between: ['restore', 'after-restore'], look: lookAtAdoption },
};

/** Nothing was adopted, or all of it, once what was cut short is finished; and it can be taken back. */
async function lookAtAdoption(place: Place): Promise<Found> {
  return await acting(place, async ({ services: { adoptions } }) => {
    const begun = (await adoptions.list('run')).adoptions;
    await adoptions.finish('run', { branch: 'main' });
    const [adoption, ...more] = (await adoptions.list('run')).adoptions;
    expect([adoption !== undefined, more]).toEqual([begun.length === 1, []]);
    expect(drawn(place.project)).toEqual(place.files[adoption ? 'back' : 'done']);
    if (!adoption) return 'old';
    expect(adoption).toMatchObject({ isUnfinished: false, verified: true });
    await adoptions.undo('run', adoption.id, {});
    expect(drawn(place.project)).toEqual(place.files.done);
    return 'new';
  });
}

/** The head is the old one or the new one; after the next act so are the files, and they go there and back. */
async function lookAtMove(place: Place): Promise<Found> {
  const head = await headIn(place);
  expect(Object.values(place.heads)).toContain(head);
  const isBack = head === place.heads.back;
  const now = isBack ? 'back' : 'done';
  await acting(place, async ({ services: { commands } }) => {
    // A move to where the head is: what was cut short is finished before it, and nothing is left to do.
    await commands.rewind('run', 'main', { to: `@${head}`, restore: 'conversation' });
    expect(drawn(place.project)).toEqual(place.files[now]);
    expect(gitWords(place.project)).toBe(place.words[now]);
    await commands.undo('run', 'main');
    if (isBack) await commands.undo('run', 'main');
    else await commands.rewind('run', 'main', { to: backAddress });
    expect(drawn(place.project)).toEqual(place.files[isBack ? 'done' : 'back']);
  });
  return isBack ? 'new' : 'old';
}

/** What changed in a turn that was cut off, not known by whom, was the run: the person says so. */
async function rewindAndClaim({ services: { commands } }: ActedServices): Promise<void> {
  const body = { to: backAddress };
  const { files } = await commands.planMove('run', { ...body, action: 'rewind', branch: 'main' });
  const left = files.entries.filter(({ action }) => action === 'conflict');
  expect(left.filter(({ why }) => why !== 'not-known-by-whom')).toEqual([]);
  await commands.rewind('run', 'main', { ...body, claimed: left.map(({ path }) => path) });
}

async function acting<T>(
  { data }: Pick<Place, 'data'>,
  work: (acted: ActedServices) => Promise<T>,
): Promise<T> {
  const acted = actedServices(data, killedModel);
  try {
    const given = await work(acted);
    expect(acted.errors).toEqual([]);
    return given;
  } finally {
    await acted.services.close();
  }
}

const headIn = (place: Pick<Place, 'data'>) =>
  acting(place, async acted => (await acted.rested()).head ?? 'no head');
const forkIn = ({ data }: Pick<Place, 'data'>) => join(data, 'run/workspaces/plan-b');
const repositoriesIn = (project: string) =>
  ['.git', 'vendor/lib'].flatMap(path => drawn(join(project, path), { owners: true }));

async function preparedPlace(): Promise<Place> {
  const folder = await realpath(await fastFolder());
  const [project, data] = [join(folder, 'live/project'), join(folder, 'live/data')];
  makeProject(project);
  mkdirSync(data, { recursive: true });
  const place = { folder, project, data };
  const repositories = repositoriesIn(project);
  const look = async (moment: Moment) => {
    execFileSync('cp', ['-a', join(folder, 'live'), join(folder, moment)]);
    return { files: drawn(project), words: gitWords(project), head: await headIn(place) };
  };
  await acting(place, async acted => {
    const start = { task: 'Tidy up.', run: 'run', workspace: project, effects: 'live' } as const;
    await acted.services.commands.startRun(start);
    await acted.rested();
  });
  const done = await look('done');
  await acting(place, acted => doCommand(acted, 'fork'));
  const forked = drawn(forkIn(place));
  setTo(place, 'done');
  await acting(place, acted => doCommand(acted, 'rewind'));
  const back = await look('back');
  return {
    ...place,
    repositories,
    forked,
    files: { done: done.files, back: back.files },
    words: { done: done.words, back: back.words },
    heads: { done: done.head, back: back.head },
  };
}

/** The same folders with what they held at a moment: a run knows the person's folder by its inode. */
function setTo({ folder, project, data }: Pick<Place, 'folder' | 'project' | 'data'>, moment: Moment): void {
  for (const [live, name] of [
    [project, 'project'],
    [data, 'data'],
  ] as const) {
    execFileSync('find', [live, '-mindepth', '1', '-delete']);
    execFileSync('cp', ['-a', `${join(folder, moment, name)}/.`, live]);
  }
}

/** Does an act in a process of its own, killed at one of its points; gives the labels of the points that it came to. */
async function done(
  place: Place,
  { begins, command, between }: Act,
  until: string[] | null,
): Promise<string[]> {
  setTo(place, begins);
  const points = join(place.folder, 'points');
  rmSync(points, { force: true });
  const last = until?.at(-1) ?? '';
  const n = until?.filter(label => label === last).length ?? 0;
  const args = [program, place.data, command, points, last, String(n), ...(between ?? [])];
  const ended = promisify(execFile)(process.execPath, args);
  if (until === null) expect(await ended).toMatchObject({ stderr: '' });
  else await expect(ended).rejects.toMatchObject({ signal: 'SIGKILL', stderr: '' });
  return readFileSync(points, 'utf8').trimEnd().split('\n');
}

async function lookAfterKill(place: Place, act: Act): Promise<Found> {
  expect(repositoriesIn(place.project)).toEqual(place.repositories);
  await expectClean(place);
  const found = await act.look(place);
  expect(repositoriesIn(place.project)).toEqual(place.repositories);
  expect((await expectClean(place)).unfinished).toEqual([]);
  return found;
}

async function expectClean({ data }: Place) {
  const report = await checkPath(join(data, 'run'));
  if (report.kind === 'transcript') throw new Error('it is taken for a transcript');
  expect(report).toMatchObject({
    broken: 0,
    damaged: 0,
    orphaned: 0,
    illegal: [],
    problems: [],
  });
  return report;
}

/**
 * One moment out of each of `kills` equal parts of an act, from 0 up to 1, so that no stretch of it is left out; the last
 * one is its end, since a fork is made only there.
 */
function partsOf(random: () => number): number[] {
  return Array.from({ length: kills }, (_, part) => (part === kills - 1 ? 1 : (part + random()) / kills));
}

describe("an act on a person's repository, killed at 25 points of it", () => {
  let places: Place[] = [];
  beforeAll(async () => {
    places = await Promise.all([preparedPlace(), preparedPlace()]);
  }, 300_000);
  afterAll(() =>
    Promise.all(places.map(({ folder }) => rm(folder, { recursive: true, force: true, maxRetries: 5 }))),
  );

  /** What is found after each kill, or the failure: the others go on, so that each has its place to itself. */
  async function afterKills(name: string, act: Act): Promise<(Found | Error)[]> {
    const free = await Promise.all(
      places.map(async place => ({ place, labels: await done(place, act, null) })),
    );
    return await inParallel(partsOf(randomFrom(seed)), places.length, async part => {
      const next = free.shift();
      if (!next) throw new Error('no place is free');
      const { place, labels } = next;
      const point = Math.min(1 + Math.floor(part * labels.length), labels.length);
      try {
        expect(labels.length).toBeGreaterThanOrEqual(kills);
        await done(place, act, labels.slice(0, point));
        return await lookAfterKill(place, act);
      } catch (cause) {
        const at = `point ${point} of ${labels.length}, ${labels[point - 1]}`;
        return new Error(`${name} killed at ${at}; again with FORKPOINT_KILL_SEED=${seed}`, { cause });
      } finally {
        free.push(next);
      }
    });
  }

  const timeout = 240_000;
  test.each(Object.entries(acts))('%s: the old state or the new one', { timeout }, async (name, act) => {
    const found = await afterKills(name, act);
    for (const failure of found) if (failure instanceof Error) throw failure;
    // A whole act is cut off on both sides of its commit point.
    if (act.between === null) expect(new Set(found)).toEqual(new Set(['old', 'new']));
  });
});
