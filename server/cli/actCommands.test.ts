import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommandLine } from './commandLine.ts';
import { realParts } from './realParts.ts';
import { writeActingScenario } from './testing/actingScenario.ts';
import { forkpoint } from './testing/forkpointProcess.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-words-')));
  await writeActingScenario(folder);
  vi.stubEnv('FORKPOINT_SCENARIOS', join(folder, 'scenarios'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
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

const play = (...words: string[]) =>
  run('run', '--scenario', 'acting', '--run', 'r', '--pace', '0', ...words);
const inRun = (path: string) => join(folder, 'data/r', path);
const note = () => readFile(inRun('workspaces/main/note.txt'), 'utf8');
const mails = async () => (await readdir(inRun('outbox')).catch(() => [])).length;
const codeIn = (stdout: string) => JSON.parse(stdout).problem.code;

describe('rewind, undo and fork', () => {
  test('a plan alone is one JSON value and writes nothing', async () => {
    await play();
    const { code, stdout } = await run('rewind', 'r', '--to', '1-B', '--plan', '--json');
    expect(code).toBe(0);
    const plan = JSON.parse(stdout);
    expect(plan).toMatchObject({ action: 'rewind', target: { address: 'main:1-B' } });
    expect(plan.effects).toMatchObject([{ name: 'send_email' }]);
    expect(await note()).toBe('second');
  });

  test('a rewind shows its plan and its receipt, and is undone', async () => {
    await play();
    const there = await run('rewind', 'r', '--to', '1-B');
    expect(there.stderr).toContain('send_email team@example.org');
    expect(there.stdout).toMatch(/Rewound main \(move 1\)[\s\S]*written\s+note.txt/);
    expect(await note()).toBe('first');
    const back = await run('undo', 'r', '--json');
    expect(JSON.parse(back.stdout)).toMatchObject({ action: 'undo', move: 2, started: false });
    expect(await note()).toBe('second');
    expect(codeIn((await run('undo', 'r', '--json')).stdout)).toBe('nothing-to-undo');
  });

  test('a fork that goes on at once is followed to its end', async () => {
    await play();
    const fork = await run(
      'fork',
      'r',
      '--from',
      '1-B',
      '--name',
      'brief',
      '--say',
      'Briefly.',
      '--go',
      '--pace',
      '0',
    );
    expect(fork.stdout).toMatch(/Forked brief[\s\S]*As brief as can be/);
    expect(fork.code).toBe(0);
    const again = await run('fork', 'r', '--from', '1-B', '--name', 'BRIEF', '--json');
    expect([again.code, codeIn(again.stdout)]).toEqual([1, 'name-taken']);
  });

  test('a dry run reaches nothing outside', async () => {
    await play();
    const before = await mails();
    const words = ['--say', 'Again.', '--effects', 'dry-run', '--go', '--pace', '0'];
    const fork = await run('fork', 'r', '--from', '1-B', '--name', 'dry', ...words);
    expect(fork.code).toBe(0);
    expect(await mails()).toBe(before);
  });

  test('pending calls are decided about as JSON', async () => {
    await play();
    const asked = JSON.parse((await run('rewind', 'r', '--to', '2-A', '--plan', '--json')).stdout);
    const [, mail] = asked.pending.map((call: { id: string }) => call.id);
    const pending = JSON.stringify({ [mail]: { kind: 'supply', result: 'told by phone' } });
    const words = ['--pending', pending, '--go', '--pace', '0'];
    expect((await run('rewind', 'r', '--to', '2-A', ...words)).code).toBe(0);
    expect((await run('show', 'r', '2-B')).stdout).toContain('✓ told by phone');
    expect(await mails()).toBe(1);
  });

  test('resuming what has ended says so, and gives the exit code of its end', async () => {
    await play();
    const ended = await run('resume', 'r', '--json');
    expect(ended).toMatchObject({ code: 0, stdout: '' });
    expect(ended.stderr).toContain('Branch “main” has ended.');
    await run('rewind', 'r', '--to', '1-B');
    expect((await run('resume', 'r', '--pace', '0')).code).toBe(3);
  });

  test('what cannot be done says so: 2 for words that are wrong, 1 for the rest', async () => {
    await play();
    const cases: [string[], number, string][] = [
      [['rewind', 'r', '--to', 'nowhere'], 2, 'bad-address'],
      [['rewind', 'r', '--to', '99'], 1, 'no-such-scene'],
      [['rewind', 'r', '--to', '1-B', '--pending', 'perhaps'], 2, 'bad-request'],
      [['rewind', 'r', '--to', '1-B', '--restore', 'some'], 2, 'bad-request'],
      [['fork', 'r', '--from', '1-B', '--name', '../x'], 2, 'bad-name'],
      [['answer', 'r', 'none', '--approve'], 1, 'no-such-question'],
      [['answer', 'r', 'none'], 2, 'bad-request'],
      [['resume', 'r', '--decide', 'x=maybe'], 2, 'bad-request'],
      [['resume', 'r', '--decide', 'x=did'], 2, 'bad-request'],
      [['log', 'nobody'], 1, 'no-such-run'],
    ];
    for (const [words, code, problem] of cases) {
      const end = await run(...words, '--json');
      expect([words, end.code, codeIn(end.stdout)]).toEqual([words, code, problem]);
    }
  });
});

describe('the gate', () => {
  test('a run that waits ends with 3 and says how to answer; the answer goes on', async () => {
    const first = await play('--effects', 'ask');
    expect(first.code).toBe(3);
    const [, call = ''] = /forkpoint answer r (\S+)/.exec(first.stderr) ?? [];
    const yes = await run('answer', 'r', call, '--approve', '--pace', '0');
    expect(yes.code).toBe(0);
    expect(await mails()).toBe(1);
  });

  test('a refusal is told to the model, and a changed input runs', async () => {
    const first = await play('--effects', 'ask');
    const [, call = ''] = /forkpoint answer r (\S+)/.exec(first.stderr) ?? [];
    const input = JSON.stringify({ to: 'me@example.org', subject: 'Done', body: 'x' });
    expect((await run('answer', 'r', call, '--approve', '--input', input, '--pace', '0')).code).toBe(0);
    const [mail = ''] = await readdir(inRun('outbox'));
    expect(await readFile(inRun(`outbox/${mail}`), 'utf8')).toContain('me@example.org');
  });
});

describe('looking', () => {
  test('log draws the tree: branches, and what a rewind left, below the turn they follow', async () => {
    await play();
    await run('fork', 'r', '--from', '1-B', '--name', 'brief', '--say', 'Briefly.', '--go', '--pace', '0');
    await run('rewind', 'r', '--to', '2-B');
    const { stdout } = await run('log', 'r');
    const words = stdout.split('\n').map(line => line.trimEnd().replace(/ {2,}/g, ' '));
    expect(words).toEqual([
      'main interrupted, live',
      '● 0 Write a note and tell the team.',
      '● 1 A note first. write_file',
      ' ├─ brief done, ask',
      ' │ ● 2 As brief as can be. ◀ brief',
      '● 2 Now the team. write_file, send_email external ◀ main',
      ' ├─ main, left by move 1',
      ' │ ○ 3 Told.',
      '',
    ]);
  });

  test('show, diff and effects tell of scenes, also as JSON', async () => {
    await play();
    const scene = await run('show', 'r', '2-B');
    expect(scene.stdout).toMatch(/^main:2-B[\s\S]*→ send_email[\s\S]*✓ /);
    expect(JSON.parse((await run('show', 'r', '2-A', '--json')).stdout).address).toBe('main:2-A');
    const diff = await run('diff', 'r', '1-B', '2-A');
    expect(diff.stdout).toContain('+ Now the team.');
    expect(JSON.parse((await run('diff', 'r', '1', '2', '--json')).stdout).diff.summary.added).toBe(2);
    expect((await run('diff', 'r', '1', '1')).stdout).toBe('No difference.\n');
    const { effects } = JSON.parse((await run('effects', 'r', '--json')).stdout);
    expect(effects.map((effect: { name: string }) => effect.name)).toEqual([
      'write_file',
      'write_file',
      'send_email',
    ]);
  });
});

test('a folder of the person’s own is worked in, and keeps what is not the run’s', async () => {
  const own = join(folder, 'own');
  await mkdir(own);
  await writeFile(join(own, 'mine.txt'), 'mine');
  expect((await play('--workspace', own)).code).toBe(0);
  await writeFile(join(own, 'later.txt'), 'later');
  expect((await run('rewind', 'r', '--to', '1-B')).code).toBe(0);
  expect(await readFile(join(own, 'note.txt'), 'utf8')).toBe('first');
  expect((await readdir(own)).sort()).toEqual(['later.txt', 'mine.txt', 'note.txt']);
  const inside = await run('run', '--scenario', 'acting', '--workspace', join(folder, 'data'), '--json');
  expect(codeIn(inside.stdout)).toBe('bad-workspace');
});

describe('a crash', () => {
  const spawned = (words: string[], env: NodeJS.ProcessEnv = {}) =>
    forkpoint(folder, [...words, '--data', join(folder, 'data')], env);

  test.each([
    ['save-b:1', 1],
    ['after-effect-write:2', 1],
    ['intent-write:3', 1],
  ])('at %s ends with 137; resume finishes', async (order, expected) => {
    const words = ['run', '--scenario', 'acting', '--run', 'r', '--pace', '0'];
    expect(await spawned(words, { CRASH_AFTER: order }).ended).toBe(137);
    const resumed = await run('resume', 'r', '--pace', '0');
    expect(resumed.code).toBe(0);
    expect(await mails()).toBe(expected);
    expect(await note()).toBe('second');
  });

  test.each(['head-write', 'after-head-write', 'restore', 'after-restore'])(
    'of a rewind at %s leaves the old state or the new one, files and conversation alike',
    async order => {
      await play();
      const words = ['rewind', 'r', '--to', '1-B'];
      expect(await spawned(words, { CRASH_AFTER: order }).ended).toBe(137);
      const resumed = await run('resume', 'r', '--say', 'Briefly.', '--pace', '0');
      expect(resumed.code).toBe(0);
      const { stdout } = await run('show', 'r', '2');
      expect([stdout.includes('As brief as can be'), await note()]).toEqual(
        order === 'head-write' ? [false, 'second'] : [true, 'first'],
      );
    },
  );

  test('whose end is unknown is settled by the person', async () => {
    const words = ['run', '--scenario', 'acting', '--run', 'r', '--pace', '0'];
    expect(await spawned(words, { CRASH_AFTER: 'effect:3' }).ended).toBe(137);
    expect(await mails()).toBe(0);
    const { pendingToolUse } = JSON.parse((await run('show', 'r', '2-A', '--json')).stdout).checkpoint;
    expect(pendingToolUse.name).toBe('write_file');
    const calls = JSON.parse((await run('log', 'r', '--json')).stdout).scenes.at(-1).calls;
    const mail = calls.find((call: { name: string }) => call.name === 'send_email').id;
    expect((await run('resume', 'r', '--decide', `${mail}=run`, '--pace', '0')).code).toBe(0);
    expect(await mails()).toBe(1);
  });

  test('of a fork leaves none, or a whole one', async () => {
    await play();
    const words = ['fork', 'r', '--from', '1-B', '--name', 'brief'];
    expect(await spawned(words, { CRASH_AFTER: 'fork' }).ended).toBe(137);
    expect((await run(...words)).code).toBe(0);
    expect(await readFile(inRun('workspaces/brief/note.txt'), 'utf8')).toBe('first');
  });
});
