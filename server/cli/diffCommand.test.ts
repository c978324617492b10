import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BRANCH_VERSION, type BranchRecord } from '../../shared/branch.ts';
import { sceneDiffSchema } from '../../shared/diff/sceneDiff.ts';
import { drawFolder, drawnId } from '../sources/testing/drawFolder.ts';
import { runCommandLine } from './commandLine.ts';
import { realParts } from './realParts.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-diff-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const draw = (run: string, drawing: string) => drawFolder(join(folder, 'data', run), drawing);

async function diff(...words: string[]) {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const code = await runCommandLine(['diff', ...words, '--data', join(folder, 'data')], {
    ...streams,
    env: { CI: 'true' },
    platform: 'linux',
    interrupt: { onFirst: () => undefined },
    parts: realParts,
  });
  const textOf = (stream: PassThrough) => String(stream.read() ?? '');
  return { code, stdout: textOf(streams.stdout), stderr: textOf(streams.stderr) };
}

/** A branch that move 1 brought back from turn 5 to turn 2. */
const rewound: BranchRecord = {
  version: BRANCH_VERSION,
  name: 'main',
  parent: null,
  origin: null,
  moves: [{ number: 1, kind: 'rewind', left: drawnId(5, 'B'), taken: drawnId(2, 'B'), at: '' }],
  head: drawnId(2, 'B'),
  effects: 'live',
  settings: {},
  pendingInput: null,
  decisions: null,
  outcome: null,
};

test('the head against what a rewind left, as words and as JSON', async () => {
  await draw('r', `checkpoints own | 0-B..5-B\ncheckpoints/branch.json = ${JSON.stringify(rewound)}`);
  const { code, stdout } = await diff('r', '2-B', 'main:5-B~1');
  expect(code).toBe(0);
  expect(stdout.split('\n').slice(0, 5)).toEqual([
    'main:2-B → main:5-B~1',
    'messages 5 → 11 (+6)   tokens 20 → 50 (+30)   calls 2 → 5 (+3)',
    '6 added, 0 removed, 0 changed, 5 the same',
    '  5 messages the same',
    '@ – 5  assistant',
  ]);
  const onlyChanges = await diff('r', '2-B', 'main:5-B~1', '--only-changes');
  expect(onlyChanges.stdout).not.toContain('messages the same');
  const reply = sceneDiffSchema.parse(JSON.parse((await diff('r', '5-B~1', '2', '--json')).stdout));
  expect(reply.addresses).toEqual({ left: 'main:5-B~1', right: 'main:2-B' });
  expect(reply.diff.summary).toEqual({ same: 5, added: 0, removed: 6, changed: 0, moved: 0 });
});

test('scenes of two runs', async () => {
  await draw('r', 'checkpoints own | 0-B..3-B');
  await draw('other', 'checkpoints own | 0-B..2-B');
  const { stdout } = await diff('r', '3', 'other/2');
  expect(stdout).toMatch(/^r\/main:3-B → other\/main:2-B\n.*\n0 added, 2 removed/);
  expect((await diff('r', '2', 'other/2')).stdout).toBe('No difference.\n');
});

test('white space that is ignored is told of where nothing else differs', async () => {
  const scene = (text: string) => `{"messages": [{"role": "user", "content": "${text}"}]}`;
  await draw('r', `checkpoints/turn-000-B.json = ${scene('round once')}`);
  await draw('spaced', `checkpoints/turn-000-B.json = ${scene('round\\n  once')}`);
  expect((await diff('r', '0', 'spaced/0')).stdout).toContain('1 changed');
  expect((await diff('r', '0', 'spaced/0', '--ignore-space')).stdout).toBe(
    'No difference but for white space.\n',
  );
});

test('what is not there is said, and what is no name or address', async () => {
  await draw('r', 'checkpoints own | 0-B..1-B');
  const codes = async (...words: string[]) => {
    const { code, stdout } = await diff(...words, '--json');
    return [code, JSON.parse(stdout).problem.code];
  };
  expect(await codes('r', '1', '9')).toEqual([1, 'no-such-scene']);
  expect(await codes('r', '1', 'nine')).toEqual([2, 'bad-address']);
  expect(await codes('r', '1', 'gone/1')).toEqual([1, 'no-such-run']);
  expect(await codes('r', '1', '../1')).toEqual([2, 'bad-name']);
});
