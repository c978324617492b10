import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isRecord } from '../../shared/schema.ts';
import {
  goodKey,
  type MessagesServer,
  replyOf,
  startMessagesServer,
} from '../model/testing/messagesServer.ts';
import { runCommandLine } from './commandLine.ts';
import { realParts } from './realParts.ts';
import { type ServedForkpoint, serveForkpoint } from './testing/servedForkpoint.ts';

/** Two rounds of work, each a loop of calls that ends in words. The first thinks, the second does not. */
const yaml = `id: rounds
title: Two rounds
task: Look around.
model: first-model
paceMs: 0
replies:
  - thinking: I look first.
    calls: [{ tool: list_dir, input: { path: . } }]
  - text: Nothing here.
  - calls: [{ tool: write_file, input: { path: a.txt, content: one } }]
  - text: Written.
`;

let folder: string;
let served: ServedForkpoint;
let api: MessagesServer;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-settings-')));
  await mkdir(join(folder, 'scenarios/rounds'), { recursive: true });
  await writeFile(join(folder, 'scenarios/rounds/scenario.yaml'), yaml);
  const done = replyOf([{ type: 'text', text: 'Done.' }], 'end_turn');
  const look = replyOf([{ type: 'tool_use', id: 't1', name: 'list_dir', input: { path: '.' } }], 'tool_use');
  api = await startMessagesServer([look, done, done, done, done, done, done]);
  vi.stubEnv('FORKPOINT_SCENARIOS', join(folder, 'scenarios'));
  vi.stubEnv('ANTHROPIC_API_KEY', goodKey);
  vi.stubEnv('ANTHROPIC_BASE_URL', api.url);
  served = await serveForkpoint(['--data', join(folder, 'data')], { ANTHROPIC_API_KEY: goodKey });
  await served.post('/api/runs', { scenario: 'rounds', run: 'r', paceMs: 0 });
  await rests('r');
  await served.post('/api/runs/r/branches/main/resume', { say: 'Now write.', paceMs: 0 });
  await rests('r');
});
afterAll(async () => {
  await served.stop();
  await api.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const rests = (run: string, branch = 'main') =>
  vi.waitFor(
    async () => {
      const { branches } = await served.get('getRun', `/api/runs/${run}`);
      expect(branches.find(row => row.name === branch)?.state).toBe('done');
    },
    { timeout: 60_000, interval: 50 },
  );

/** Over HTTP: a plan, and the same fork done. */
const plan = async (run: string, body: object) =>
  (await served.post(`/api/runs/${run}/plan`, { action: 'fork', branch: 'main', ...body })).body;
const fork = (run: string, body: object) => served.post(`/api/runs/${run}/branches/main/fork`, body);
const branches = async () => (await readdir(join(folder, 'data/r'))).filter(name => name.startsWith('check'));

/** In words. */
async function words(...line: string[]) {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const code = await runCommandLine([...line, '--data', join(folder, 'data')], {
    ...streams,
    env: { CI: 'true', ANTHROPIC_API_KEY: goodKey },
    platform: 'linux',
    interrupt: { onFirst: () => undefined },
    parts: realParts,
  });
  return { code, stdout: String(streams.stdout.read() ?? ''), stderr: String(streams.stderr.read() ?? '') };
}

const thinkingOn = { thinking: { budgetTokens: 2048 } };

describe('thinking, switched on inside a tool loop that began without it', () => {
  test.each(['3-A', '3-B'])('is refused at %s, says why, and where it would go well', async to => {
    const body = { to, name: 'thinks', ...thinkingOn };
    const asked = await plan('r', body);
    expect(asked.preflight).toMatchObject([
      {
        severity: 'error',
        problem: { code: 'thinking-missing' },
        earlier: { address: 'main:2-B', say: 'Now write.' },
      },
    ]);
    const before = await branches();
    const refused = await fork('r', body);
    expect([refused.status, refused.body]).toMatchObject([409, { problem: { code: 'thinking-missing' } }]);
    expect(await branches()).toEqual(before);
  });

  test('is refused in words too', async () => {
    const line = ['fork', 'r', '--from', '3-B', '--name', 'thinks', '--thinking', '2048'];
    const { code, stderr } = await words(...line);
    expect(code).toBe(1);
    expect(stderr).toContain('Thinking cannot be switched on here');
    expect(stderr).toContain('--from main:2-B --say “Now write.”');
  });

  test.each([
    { to: '2-B', say: 'Now write.', ...thinkingOn },
    { to: '1-B', ...thinkingOn },
    { to: '3-B', thinking: 'adaptive' },
    { to: '3-B', say: 'Go on.', ...thinkingOn },
    { to: '3-B', thinking: null },
  ])('but not where the API takes it: %j', async body => {
    expect((await plan('r', { name: 'thinks', ...body })).preflight).toEqual([]);
  });
});

describe('another model', () => {
  test('inside a tool loop that holds thinking is warned of before anything is asked', async () => {
    const asked = await plan('r', { to: '1-A', name: 'other', model: 'second-model' });
    expect(asked.preflight).toMatchObject([
      {
        severity: 'warning',
        problem: { code: 'thinking-foreign', params: { model: 'second-model', writer: 'first-model' } },
        earlier: { address: 'main:0-B', say: null },
      },
    ]);
    const line = ['fork', 'r', '--from', '1-A', '--name', 'other', '--model', 'second-model', '--plan'];
    const { stdout } = await words(...line);
    expect(stdout).toContain('signed for first-model');
    expect(stdout).toContain('--from main:0-B');
  });

  test('behind the loop takes the old thinking out of what is sent, and needs no warning', async () => {
    const body = { to: '2-B', name: 'other', model: 'second-model', say: 'Again.' };
    const asked = await plan('r', body);
    expect(asked).toMatchObject({ preflight: [], messages: { isRepaired: true } });
    expect(asked.messages).toMatchObject({
      repair: [{ kind: 'changed', rightIndex: 1, blocks: [{ kind: 'removed', left: { type: 'thinking' } }] }],
    });
    expect(JSON.stringify(isRecord(asked.messages) && asked.messages.tail)).not.toContain('I look first');
  });
});

describe('tools', () => {
  test('cannot all be left out where the history calls one, and the plan names it', async () => {
    const body = { to: '3-B', name: 'bare', tools: [] };
    expect((await plan('r', body)).preflight).toMatchObject([
      { severity: 'error', problem: { code: 'tools-missing', params: { tool: 'list_dir' } } },
    ]);
    const { code, stderr } = await words('fork', 'r', '--from', '3-B', '--name', 'bare', '--tools', '');
    expect(code).toBe(1);
    expect(stderr).toContain('“list_dir”');
  });

  test('can be left out before any was called', async () => {
    expect((await plan('r', { to: '0-B', name: 'bare', tools: [] })).preflight).toEqual([]);
  });

  test('that the history calls and the list lacks are warned of; unknown ones are refused', async () => {
    expect((await plan('r', { to: '3-B', name: 'x', tools: ['list_dir'] })).preflight).toMatchObject([
      { severity: 'warning', problem: { code: 'tool-not-offered', params: { tool: 'write_file' } } },
    ]);
    const unknown = await fork('r', { to: '3-B', name: 'x', tools: ['list_dir', 'teleport'] });
    expect(unknown.body).toMatchObject({ problem: { code: 'no-such-tool', params: { tool: 'teleport' } } });
  });
});

test('a budget that fills the whole reply is refused, and one below the least is no budget', async () => {
  const body = { to: '2-B', name: 'x', thinking: { budgetTokens: 4096 }, maxTokens: 4096 };
  expect((await fork('r', body)).body).toMatchObject({ problem: { code: 'thinking-budget' } });
  expect((await fork('r', { ...body, thinking: { budgetTokens: 1000 } })).status).toBe(400);
});

describe('what was set', () => {
  const settings = {
    model: 'claude-other-1',
    system: 'Be brief.',
    thinking: { budgetTokens: 2048 },
    maxTokens: 5000,
    tools: ['list_dir', 'read_file'],
  };
  const lastRequest = (): Record<string, unknown> => {
    const last = api.requests.at(-1);
    return isRecord(last) ? last : {};
  };

  test('is planned, kept with the branch, sent, and shown on the scene', async () => {
    await served.post('/api/runs', { task: 'Look.', run: 'real', model: 'claude-test-1', effects: 'live' });
    await rests('real');
    const body = { to: '2-B', name: 'otherwise', say: 'Once more.', ...settings };
    expect((await plan('real', body)).settings).toMatchObject(settings);
    await fork('real', { ...body, go: true });
    await rests('real', 'otherwise');
    expect(lastRequest()).toMatchObject({
      model: 'claude-other-1',
      system: [{ text: 'Be brief.' }],
      thinking: { type: 'enabled', budget_tokens: 2048 },
      max_tokens: 5000,
      tools: [{ name: 'read_file' }, { name: 'list_dir' }],
    });
    const file = join(folder, 'data/real/checkpoints-otherwise/branch.json');
    expect(JSON.parse(await readFile(file, 'utf8')).settings).toMatchObject({
      ...settings,
      tools: [{ name: 'list_dir' }, { name: 'read_file' }],
    });
    const scene = await served.get('getScene', '/api/runs/real/scenes/otherwise:3-B');
    expect(scene.checkpoint?.edits).toContainEqual({
      kind: 'settings',
      model: 'claude-other-1',
      changed: ['model', 'system', 'thinking', 'maxTokens', 'tools'],
    });
    expect(scene.checkpoint?.request).toMatchObject({ thinking: { budgetTokens: 2048 } });
  });

  test('is said in words: a system prompt from a file, thinking off, a rewind', async () => {
    await writeFile(join(folder, 'prompt.txt'), 'From a file.');
    const line = ['rewind', 'real', '--to', '2-B', '--say', 'And now?', '--thinking', 'off', '--go'];
    const more = ['--system', `@${join(folder, 'prompt.txt')}`, '--max-tokens', '900', '--tools', 'list_dir'];
    expect((await words(...line, ...more)).code).toBe(0);
    expect(lastRequest()).toMatchObject({
      system: [{ text: 'From a file.' }],
      thinking: { type: 'disabled' },
      max_tokens: 900,
      tools: [{ name: 'list_dir' }],
    });
    await words('undo', 'real');
    const file = join(folder, 'data/real/checkpoints/branch.json');
    expect(JSON.parse(await readFile(file, 'utf8')).settings).toEqual({ model: 'claude-test-1' });
  });

  test('a dry run keeps the whole list of tools', async () => {
    await fork('real', { to: '1-B', name: 'dry', effects: 'dry-run', go: true });
    await rests('real', 'dry');
    const names = JSON.stringify(lastRequest().tools);
    for (const name of ['list_dir', 'write_file', 'run_command', 'send_email']) expect(names).toContain(name);
  });

  test.each([
    ['--thinking', 'much'],
    ['--max-tokens', 'many'],
    ['--thinking', '12'],
  ])('%s %s is wrong usage', async (option, value) => {
    expect((await words('fork', 'r', '--from', '2-B', '--name', 'x', option, value)).code).toBe(2);
  });
});
