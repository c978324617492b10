import { afterEach, expect, test } from 'vitest';
import type { Block, Message } from '../../shared/message.ts';
import { anthropicModel } from '../model/anthropic.ts';
import {
  type Behaviour,
  eventsOf,
  goodKey,
  type MessagesServer,
  replyOf,
  startMessagesServer,
} from '../model/testing/messagesServer.ts';
import type { BranchRun } from './branchRun.ts';
import { crashSwitch, dieAlone, SimulatedCrash } from './crash.ts';
import { runBranch } from './runBranch.ts';
import { call, toolOf } from './testing/scriptedParts.ts';
import { type TestBranch, testBranch } from './testing/testBranch.ts';

let server: MessagesServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** The real loop with the real SDK against a server of the test. */
async function play(behaviours: Behaviour[], parts: Partial<BranchRun> = {}) {
  await server?.close();
  server = await startMessagesServer(behaviours);
  const branch = testBranch();
  const client = { apiKey: goodKey, baseURL: server.url };
  const outcome = await runBranch({
    branch,
    task: 'Which of the two is newer?',
    model: anthropicModel({ client, env: {}, sleep: async () => undefined }),
    tools: [
      toolOf('read', { toolClass: 'read', run: async input => ({ content: `content of ${input.path}` }) }),
      toolOf('send'),
    ],
    settings: { model: 'claude-test-1', system: 'Be brief.', maxTokens: 1000 },
    limits: { turns: 20, tokens: null, seconds: null, costUsd: null },
    context: { workspace: '/nowhere', runFolder: '/nowhere' },
    signal: new AbortController().signal,
    ...parts,
  });
  return { branch, outcome, requests: server.requests };
}

/** `messages` of the scenes that the requests of a run follow from: every B but the last one. */
function askedFrom(branch: TestBranch): Message[][] {
  const followed = branch.scenes.filter(scene => scene.row.point === 'B').slice(0, -1);
  return followed.map(scene => scene.checkpoint?.messages ?? []);
}

function withoutMarks(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === 'cache_control' ? undefined : inner)));
}

const done = replyOf([{ type: 'text', text: 'The second.' }], 'end_turn');
const thoughtful: Block[] = [
  { type: 'thinking', thinking: 'both at once', signature: 'SIG' },
  { type: 'redacted_thinking', data: 'r' },
  { type: 'text', text: 'Looking.' },
  call('t1', 'read', { path: 'a' }),
  call('t2', 'read', { path: 'b' }),
];

test('what arrives as messages equals the scene, cache marks apart', async () => {
  const search: Block[] = [
    { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'q' } },
    { type: 'block_of_2029', x: 1 },
  ];
  const { branch, outcome, requests } = await play([
    replyOf(thoughtful, 'tool_use'),
    replyOf(search, 'pause_turn'),
    replyOf([call('t3', 'send', { to: 'x' })], 'tool_use'),
    done,
  ]);
  expect(outcome.state).toBe('done');
  expect(requests).toHaveLength(4);
  expect(requests.map(body => withoutMarks(body.messages))).toEqual(askedFrom(branch));
  expect(branch.scenes[1]?.checkpoint?.messages.at(-1)?.content).toEqual(thoughtful);
  expect(JSON.stringify(branch.scenes)).not.toContain('cache_control');
  for (const body of requests) {
    const marks = JSON.stringify(body).split('"cache_control"').length - 1;
    expect(marks).toBeLessThanOrEqual(4);
  }
});

/** Dies while its second turn sends; what it had sent by then is known to nobody. */
async function interrupted(): Promise<TestBranch> {
  const branch = testBranch();
  const { point: crashPoint } = crashSwitch(dieAlone, { label: 'after-effect', n: 1 });
  const replies = [replyOf(thoughtful, 'tool_use'), replyOf([call('t3', 'send', { to: 'x' })], 'tool_use')];
  await expect(play(replies, { branch, crashPoint })).rejects.toThrow(SimulatedCrash);
  return branch;
}

const messagesOf = async (branch: Pick<TestBranch, 'loadCheckpoint'>, turn: number) =>
  (await branch.loadCheckpoint(turn, { point: 'B' })).checkpoint?.messages ?? [];

test('after a resume the stored B is what arrives, and it says that the end is not known', async () => {
  const branch = await interrupted();
  const { requests } = await play([done], { branch });
  expect(requests.map(body => withoutMarks(body.messages))).toEqual([await messagesOf(branch, 2)]);
  expect(JSON.stringify(requests[0]?.messages.at(-1))).toContain('may have happened');
});

test('after a rewind with words the scene and the words are what arrives', async () => {
  const branch = await interrupted();
  await branch.rewindTo(1, { point: 'B', changes: { pendingInput: 'look at b' } });
  const scene = await messagesOf(branch, 1);
  const { requests } = await play([done], { branch });
  const expected = [...scene, { role: 'user', content: 'look at b' }];
  expect(requests.map(body => withoutMarks(body.messages))).toEqual([expected]);
});

test('the first request of a fork holds nothing from after its scene', async () => {
  const parent = await interrupted();
  const branch = await parent.forkFrom(1, 'plan-b', { point: 'B', effects: 'live' });
  const { requests } = await play([done], { branch });
  expect(requests.map(body => withoutMarks(body.messages))).toEqual([await messagesOf(parent, 1)]);
  expect(JSON.stringify(requests)).not.toContain('t3');
});

test('tokens count cached input too', async () => {
  const { branch } = await play([replyOf(thoughtful, 'tool_use'), done]);
  expect(branch.head().tokensUsed).toBe(2 * (10 + 5 + 7));
});

test('rate limit, overload and cut streams are waited out, and leave no trace in the scenes', async () => {
  const cut: Behaviour = { kind: 'events', events: eventsOf(thoughtful, 'tool_use').slice(0, 6), end: 'cut' };
  const waits: number[] = [];
  const { branch, outcome, requests } = await play(
    [
      { kind: 'error', status: 429, type: 'rate_limit_error', message: 'x', headers: { 'retry-after': '1' } },
      cut,
      replyOf(thoughtful, 'tool_use'),
      { kind: 'error', status: 529, type: 'overloaded_error', message: 'x', headers: { 'retry-after': '2' } },
      done,
    ],
    { onDraft: draft => draft?.wait && waits.push(draft.wait.attempt) },
  );
  expect(outcome.state).toBe('done');
  expect(branch.trace.filter(entry => entry.startsWith('save'))).toEqual([
    'save 0-B',
    'save 1-A',
    'save 1-B',
    'save 2-B',
  ]);
  expect(waits).toEqual([1, 2, 1]);
  expect(requests).toHaveLength(5);
});

test('a call cut by the limit of tokens is never run, and the API takes what follows', async () => {
  const half = { type: 'tool_use', id: 't1', name: 'send', input: '{"to": "a' };
  const { branch, outcome, requests } = await play([replyOf([half], 'max_tokens'), done]);
  expect(outcome.state).toBe('done');
  expect(branch.effects).toEqual([]);
  expect(branch.head().messages[1]?.content).toEqual([half]);
  expect(requests[1]?.messages[1]?.content).toEqual([{ ...half, input: { INVALID_JSON: '{"to": "a' } }]);
});

test('input that is no JSON is not run, and the model is told', async () => {
  const broken = { type: 'tool_use', id: 't1', name: 'send', input: '{"to": }' };
  const { branch, outcome } = await play([replyOf([broken], 'tool_use'), done]);
  expect(outcome.state).toBe('done');
  expect(branch.journal).toEqual([]);
  expect(branch.head().messages[2]?.content).toMatchObject([{ tool_use_id: 't1', is_error: true }]);
});

test('a request that the API refuses fails the branch at its scene', async () => {
  const refusal: Behaviour = {
    kind: 'error',
    status: 400,
    type: 'invalid_request_error',
    message: 'prompt is too long',
  };
  const { branch, outcome } = await play([replyOf(thoughtful, 'tool_use'), refusal]);
  expect(outcome).toMatchObject({
    state: 'failed',
    problem: { code: 'model-failed', params: { detail: '400 prompt is too long' } },
    scene: branch.scenes[2]?.row.id,
  });
});
