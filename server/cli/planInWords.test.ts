import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Message } from '../../shared/message.ts';
import { openRun } from '../store/fileStore.ts';
import { runCommandLine } from './commandLine.ts';
import { realParts } from './realParts.ts';
import { writeActingScenario } from './testing/actingScenario.ts';

/** A long file that becomes another, and words that play with the terminal. */
const longYaml = `id: long
title: A long one
task: Write a lot.
paceMs: 0
replies:
  - calls: [{ tool: write_file, input: { path: a.txt, content: "${'old\\n'.repeat(60)}" } }]
  - calls:
      - { tool: write_file, input: { path: a.txt, content: "${'new\\e[2J\\u202e\\n'.repeat(60)}" } }
      - { tool: send_email, input: { to: team@example.org, subject: "Hi\\e[1m\\u202e", body: x } }
  - text: Done.
`;

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-plans-')));
  await writeActingScenario(folder);
  await mkdir(join(folder, 'scenarios/long'), { recursive: true });
  await writeFile(join(folder, 'scenarios/long/scenario.yaml'), longYaml);
  vi.stubEnv('FORKPOINT_SCENARIOS', join(folder, 'scenarios'));
  for (const [scenario, run] of [
    ['acting', 'r'],
    ['acting', 'edited'],
    ['acting', 'pending'],
    ['acting', 'broken'],
    ['long', 'long'],
  ] as const)
    await words(['run', '--scenario', scenario, '--run', run, '--pace', '0']);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function words(line: string[], { isTTY = false, env = {} }: { isTTY?: boolean; env?: object } = {}) {
  const stream = () => Object.assign(new PassThrough(), { isTTY });
  const streams = { stdout: stream(), stderr: stream() };
  const code = await runCommandLine([...line, '--data', join(folder, 'data')], {
    ...streams,
    env: { CI: 'true', ...env },
    platform: 'linux',
    interrupt: { onFirst: () => undefined },
    parts: realParts,
  });
  return { code, stdout: String(streams.stdout.read() ?? ''), stderr: String(streams.stderr.read() ?? '') };
}

const callIds = async (run: string, to: string): Promise<string[]> => {
  const { stdout } = await words(['show', run, to, '--json']);
  return JSON.parse(stdout).row.calls.map((call: { id: string }) => call.id);
};

test('a plan shows what is sent, put back, left, spent and what stays', async () => {
  const line = ['rewind', 'r', '--to', '1-B', '--say', 'Another way.', '--plan'];
  const { stdout, code } = await words(line);
  expect(code).toBe(0);
  const { digest } = JSON.parse((await words([...line, '--json'])).stdout);
  for (const shown of [
    'Rewind main to main:1-B (effects: live)',
    'messages  4 will be sent: 1 new, the rest as stored; the API takes them',
    '+ Another way.',
    'left      turns 2–3; they stay on the graph',
    'write    note.txt',
    '- second',
    '+ first',
    'main:2       send_email team@example.org',
    'spent so far; the next request has about',
    `digest    ${digest}`,
  ])
    expect(stdout).toContain(shown);
  const acting = await words(['fork', 'r', '--from', '1-B', '--name', 'other', '--say', 'Another way.']);
  expect(acting.stderr).toContain('4 will be sent: 1 new');
});

test('where nothing stays in the world, that is said, and what is added so that the model can answer', async () => {
  const { stdout } = await words(['rewind', 'r', '--to', '3-B', '--plan']);
  expect(stdout).toContain('no effect stays');
  expect(stdout).toContain('7 will be sent: 1 repaired, the rest as stored');
});

test('a long change is cut, and says how much is not shown and where it is', async () => {
  const { stdout } = await words(['rewind', 'long', '--to', '1-B', '--plan']);
  expect(stdout.match(/- new/g)).toHaveLength(14);
  expect(stdout).toMatch(/… \d+ more lines, --json has all/);
  expect(stdout.split('\n').length).toBeLessThan(40);
});

describe('colours', () => {
  const line = ['rewind', 'long', '--to', '1-B', '--plan'];
  const control = '\u001b';
  const colours = new RegExp(`${control}\\[(1|2|22|31|32|33|39)m`, 'g');

  test('are for a terminal, where nobody asked for none', async () => {
    expect((await words(line, { isTTY: true })).stdout).toMatch(colours);
    expect((await words(line)).stdout).not.toContain('\u001b');
    expect((await words(line, { isTTY: true, env: { NO_COLOR: '1' } })).stdout).not.toContain('\u001b');
    expect((await words(['log', 'long'], { isTTY: true })).stdout).toMatch(colours);
  });

  test('are the only controls that reach it: those of a run are shown as what they are', async () => {
    const { stdout } = await words(line, { isTTY: true });
    expect(stdout).toContain('new<001B>[2J<202E>');
    expect(stdout).toContain('Hi<001B>[1m<202E>');
    expect(stdout.replace(colours, '')).not.toMatch(new RegExp(`[${control}\u202e\ufdd0-\ufdef]`));
  });
});

describe('a result', () => {
  test('is edited in words, shown with both texts before anything is written, and noted on its scene', async () => {
    const [write = ''] = await callIds('edited', '2-B');
    const edit = ['--edit-result', `${write}="no\\nspace"`];
    const { stdout } = await words(['rewind', 'edited', '--to', '2-B', '--plan', ...edit]);
    expect(stdout).toContain('1 edited, the rest as stored');
    expect(stdout).toMatch(/- result of \S+: .*\n\s+\+ result of \S+: no space/);
    expect((await words(['rewind', 'edited', '--to', '2-B', ...edit])).code).toBe(0);
    const scene = JSON.parse((await words(['show', 'edited', '2-B', '--json'])).stdout);
    expect(scene.checkpoint.edits).toMatchObject([{ kind: 'result', callId: write, after: 'no\nspace' }]);
  });

  test('can come from a file, or stand as plain text', async () => {
    const [write = '', mail = ''] = await callIds('r', '2-B');
    await writeFile(join(folder, 'result.txt'), 'from a file');
    const edits = [
      '--edit-result',
      `${write}=@${join(folder, 'result.txt')}`,
      '--edit-result',
      `${mail}=it failed`,
    ];
    const { stdout } = await words(['fork', 'r', '--from', '2-B', '--name', 'x', '--plan', ...edits]);
    expect(stdout).toContain(': from a file');
    expect(stdout).toContain(': it failed');
  });

  test.each([
    [['--edit-result', 'none=x'], 'bad-request', 2],
    [['--edit-result', 'none'], 'bad-request', 2],
    [['--edit-result', 'none=@/nowhere'], 'no-such-path', 1],
    [['--edit-input', 'none={}'], 'bad-request', 2],
    [['--edit-input', 'none=[1]'], 'bad-request', 2],
    [['--pending', 'skip', '--edit-input', 'x={}'], 'bad-request', 2],
  ] as const)('%j is refused', async (edit, problem, code) => {
    const refused = await words(['rewind', 'r', '--to', '2-A', '--json', ...edit]);
    expect([JSON.parse(refused.stdout).problem.code, refused.code]).toEqual([problem, code]);
  });
});

test('the input of an open call is edited in words, beside what --pending says of the others', async () => {
  const [write = '', mail = ''] = await callIds('pending', '2-A');
  const pending = JSON.stringify({ [mail]: { kind: 'skip', why: 'later' } });
  const input = JSON.stringify({ path: 'note.txt', content: 'mine' });
  const line = [
    'rewind',
    'pending',
    '--to',
    '2-A',
    '--pending',
    pending,
    '--edit-input',
    `${write}=${input}`,
  ];
  const { stdout } = await words([...line, '--plan']);
  expect(stdout).toContain(`run with {"path":"note.txt","content":"mine"}`);
  expect(stdout).toContain('not run: later');
  expect((await words([...line, '--go', '--pace', '0'])).code).toBe(0);
  expect(await readFile(join(folder, 'data/pending/workspaces/main/note.txt'), 'utf8')).toBe('mine');
});

test('a repair is told as a diff: what is wrong where, what is left out, what is added', async () => {
  const store = openRun(join(folder, 'data/broken'), {
    id: 'broken',
    cacheFolder: null,
    readOnly: false,
    crashPoint: () => undefined,
  });
  const main = store.branch('main');
  const head = await main.loadLatest();
  const stored: Message[] = [
    ...(head?.checkpoint?.messages ?? []),
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'gone', content: 'left over' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'lost', name: 'read_file', input: {} }] },
    { role: 'user', content: 'Never mind.' },
    { role: 'assistant', content: 'Fine.' },
  ];
  const draft = { turn: 4, point: 'B' as const, task: '', messages: stored, tokensUsed: 0 };
  await main.saveCheckpoint(draft, head?.row.id ?? null);
  const { stdout } = await words(['rewind', 'broken', '--to', '4-B', '--say', 'Go on.', '--plan']);
  const [, problems = '', repair = ''] =
    /the API takes the repaired copy\n([\s\S]*?) {2}repair ([\s\S]*?) {2}files /.exec(stdout) ?? [];
  expect(problems).toContain('message 6: a result answers no call');
  expect(problems).toContain('message 7: a call has no result');
  expect(repair).toMatch(/stored message 6 \(user\) is left out\n\s+- result of gone: left over/);
  expect(repair).toMatch(/ message 7 \(user\) is added\n\s+\+ error of lost: No result was recorded/);
});
