import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { check } from '../cli/checkCommand.ts';
import { exitCode, outputTo } from '../cli/output.ts';
import { type ActedFolder, actedFolder } from '../cli/testing/actedRun.ts';
import { call, modelOf, replyWith, says } from '../harness/testing/scriptedParts.ts';
import { folderDigests } from '../store/testing/folderDigests.ts';
import { checkPath } from './checkPath.ts';
import type { RunReport } from './checkSource.ts';

let acted: ActedFolder | null = null;
afterEach(async () => {
  await acted?.close();
  acted = null;
});

const write = (id: string, content: string) =>
  replyWith([call(id, 'write_file', { path: 'docs/a.txt', content })]);

/** The folder of a run with a rewind, its undo, another rewind, and a fork. */
async function movedRun(): Promise<string> {
  acted = await actedFolder(
    modelOf(write('w1', 'one'), write('w2', 'two'), write('w3', 'three'), says('Done.')),
  );
  await acted.play();
  const { commands } = acted.services;
  await commands.rewind('run', 'main', { to: '1-B' });
  await commands.undo('run', 'main');
  await commands.rewind('run', 'main', { to: '2-B' });
  await commands.fork('run', 'main', { to: '1-B', name: 'plan-b' });
  return join(acted.folder, 'data/run');
}

async function reportOf(run: string): Promise<RunReport> {
  const report = await checkPath(run);
  if (report.kind === 'transcript') throw new Error('it is taken for a transcript');
  return report;
}

const codesIn = ({ problems }: RunReport) => [...new Set(problems.map(({ code }) => code))];

async function exitOf(run: string): Promise<number> {
  const output = outputTo({ stdout: new PassThrough(), stderr: new PassThrough() }, true);
  return await check(run, checkPath, output);
}

/** Changes a JSON file in place. */
async function edit(path: string, from: RegExp, to: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  expect(text).toMatch(from);
  await writeFile(path, text.replace(from, to));
}

test('a run with moves and a fork is clean, and looking at it writes nothing', async () => {
  const run = await movedRun();
  const before = await folderDigests(run);
  expect(await reportOf(run)).toMatchObject({
    damaged: 0,
    orphaned: 0,
    broken: 0,
    problems: [],
    unfinished: [],
    leftovers: [],
    branches: 2,
  });
  expect((await reportOf(run)).captures).toBeGreaterThan(3);
  expect(await exitOf(run)).toBe(exitCode.done);
  expect(await folderDigests(run)).toEqual(before);
});

describe('what is broken is named, and the check fails', () => {
  const breaks: [string, string, (run: string) => Promise<unknown>][] = [
    [
      'a byte of a kept file',
      'lost-capture',
      async run => {
        const packs = join(run, 'captures/packs');
        const [pack = ''] = await readdir(packs);
        const bytes = await readFile(join(packs, pack));
        bytes[2] = (bytes[2] ?? 0) ^ 1;
        await writeFile(join(packs, pack), bytes);
      },
    ],
    ['all captures', 'lost-capture', run => rm(join(run, 'captures/packs'), { recursive: true })],
    [
      'a capture that a move names',
      'lost-capture',
      run =>
        edit(join(run, 'checkpoints/branch.json'), /"filesTaken": "[0-9a-f]{8}/, '"filesTaken": "00000000'),
    ],
    [
      'what is kept of a workspace',
      'bad-shape',
      run => writeFile(join(run, 'captures/branches/main.json'), '{"version":1}'),
    ],
    [
      'the scene that a move left',
      'names-nothing',
      run => edit(join(run, 'checkpoints/branch.json'), /"left": "\w{6}/, '"left": "nobody'),
    ],
    [
      'an undo of nothing',
      'names-nothing',
      run => edit(join(run, 'checkpoints/branch.json'), /"undoes": 1/, '"undoes": 7'),
    ],
    [
      'the origin of a fork',
      'names-nothing',
      run => edit(join(run, 'checkpoints-plan-b/branch.json'), /"origin": "\w{6}/, '"origin": "nobody'),
    ],
    ['a scene in the middle of a line', 'broken-line', run => rm(join(run, 'checkpoints/turn-001-A.json'))],
    ['the ledger', 'bad-json', run => writeFile(join(run, 'checkpoints/effects.json'), '[{')],
    [
      'the scene of an effect',
      'names-nothing',
      run => edit(join(run, 'checkpoints/effects.json'), /"scene": "\w{6}/, '"scene": "nobody'),
    ],
    ['the journal', 'bad-json', run => edit(join(run, 'checkpoints/calls.jsonl'), /^\{/, '')],
  ];

  test.each(breaks)('%s: %s', async (_what, code, breakIt) => {
    const run = await movedRun();
    await breakIt(run);
    const report = await reportOf(run);
    expect(codesIn(report)).toContain(code);
    expect(await exitOf(run)).toBe(exitCode.failed);
  });
});

describe('what a crash cut short is named and is no failure', () => {
  test('files of a move that are not all put back, and scenes that are not tidied', async () => {
    const run = await movedRun();
    await rm(join(run, 'captures/moves/main/3.json'));
    const left = join(run, 'checkpoints/superseded/3');
    expect(await readdir(left)).toContain('turn-003-A.json');
    await rename(join(run, 'checkpoints/turn-002-B.json'), join(left, 'turn-002-B.json'));
    expect(await reportOf(run)).toMatchObject({
      broken: 0,
      problems: [],
      unfinished: [
        { branch: 'main', what: 'files' },
        { branch: 'main', what: 'tidying' },
      ],
    });
    expect(await exitOf(run)).toBe(exitCode.done);
  });

  test('half-made files, and the copy for a fork that was never made', async () => {
    const run = await movedRun();
    await writeFile(join(run, 'checkpoints/.turn-004-A.json.0123456789ab.tmp'), '{');
    await writeFile(join(run, 'captures/packs/.x.pack.0123456789ab.tmp'), '');
    await rename(join(run, 'checkpoints-plan-b'), join(run, '.checkpoints-plan-b.0123456789ab.tmp'));
    expect(await reportOf(run)).toMatchObject({
      problems: [],
      leftovers: [
        '.checkpoints-plan-b.0123456789ab.tmp',
        'captures/packs/.x.pack.0123456789ab.tmp',
        'checkpoints/.turn-004-A.json.0123456789ab.tmp',
        'workspaces/plan-b',
      ],
    });
  });
});
