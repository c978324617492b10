import { afterEach, expect, test } from 'vitest';
import type { Message } from '../../shared/message.ts';
import { call } from '../harness/testing/scriptedParts.ts';
import { anthropicModel } from '../model/anthropic.ts';
import {
  type Behaviour,
  goodKey,
  type MessagesServer,
  replyOf,
  startMessagesServer,
} from '../model/testing/messagesServer.ts';
import { type ActedFolder, actedFolder } from './testing/actedRun.ts';

let server: MessagesServer | null = null;
let acted: ActedFolder | null = null;
afterEach(async () => {
  await acted?.close();
  await server?.close();
});

/** A run played with the real SDK against a server of the tests, which notes what it receives. */
async function played(behaviours: Behaviour[]) {
  const received = await startMessagesServer(behaviours);
  server = received;
  const client = { apiKey: goodKey, baseURL: received.url };
  const folder = await actedFolder(anthropicModel({ client, env: {}, sleep: async () => undefined }));
  acted = folder;
  await folder.play();
  return {
    ...folder,
    commands: folder.services.commands,
    messagesAt: async (turn: number, point: 'A' | 'B', branch = 'main') =>
      (await (await folder.store()).branch(branch).loadCheckpoint(turn, { point })).checkpoint?.messages ??
      [],
    lastReceived: () => withoutMarks(received.requests.at(-1)?.messages ?? []),
  };
}

/** Marks are put on when a request is sent; with one, a text stands as a block. */
function withoutMarks(messages: readonly unknown[]): unknown {
  return JSON.parse(
    JSON.stringify(messages, (key, value) => (key === 'cache_control' ? undefined : value)),
    (key, value) => (key === 'content' && isLoneText(value) ? value[0].text : value),
  );
}

function isLoneText(value: unknown): value is [{ text: string }] {
  return Array.isArray(value) && value.length === 1 && value[0]?.type === 'text';
}

const said = (content: string): Message => ({ role: 'user', content });
const write = (id: string, content: string) => call(id, 'write_file', { path: 'a.txt', content });
const done = replyOf([{ type: 'text', text: 'Done.' }], 'end_turn');
const work = [
  replyOf([{ type: 'thinking', thinking: 'hm', signature: 'SIG' }, write('w1', 'one')], 'tool_use'),
  replyOf([write('w2', 'two'), call('r2', 'read_file', { path: 'a.txt' })], 'tool_use'),
  done,
];

test('after a rewind the stored scene arrives, and the words that the plan showed', async () => {
  const run = await played([...work, done]);
  const body = { to: '1-B', say: 'Another way.' };
  const plan = await run.commands.planMove('run', { ...body, action: 'rewind', branch: 'main' });
  await run.commands.rewind('run', 'main', { ...body, digest: plan.digest, go: true });
  expect(await run.rested()).toBe('done');
  const expected = [...(await run.messagesAt(1, 'B')), said('Another way.')];
  expect(run.lastReceived()).toEqual(withoutMarks(expected));
  expect(withoutMarks(plan.messages.tail)).toEqual(withoutMarks(expected.slice(-plan.messages.tail.length)));
});

test('a fork’s first request is its scene: nothing from after the fork point arrives', async () => {
  const run = await played([...work, done]);
  await run.commands.fork('run', 'main', { to: '1-B', name: 'plan-b', say: 'Another way.', go: true });
  expect(await run.rested('plan-b')).toBe('done');
  expect(run.lastReceived()).toEqual(withoutMarks([...(await run.messagesAt(1, 'B')), said('Another way.')]));
  expect(JSON.stringify(run.lastReceived())).not.toMatch(/w2|two/);
});

test('after a resume of a scene A its calls are answered first, and the stored B arrives', async () => {
  const run = await played([...work, done]);
  await run.commands.rewind('run', 'main', { to: '2-A' });
  const plan = await run.commands.planResume('run', 'main');
  expect(plan.calls.map(entry => [entry.callId, entry.outcome])).toEqual([
    ['w2', 'run-again'],
    ['r2', 'run'],
  ]);
  await run.commands.resume('run', 'main', { say: 'Go on.' });
  expect(await run.rested()).toBe('done');
  const scene = await run.messagesAt(2, 'B');
  expect(run.lastReceived()).toEqual(withoutMarks(scene));
  expect(scene.at(-1)?.content).toMatchObject([
    { tool_use_id: 'w2' },
    { tool_use_id: 'r2', content: expect.stringContaining('two') },
    { type: 'text', text: 'Go on.' },
  ]);
});

test('a history that the API would refuse is sent as the repaired copy that the plan showed', async () => {
  const run = await played([...work, done]);
  const store = await run.store();
  const head = await store.branch('main').loadLatest();
  const broken: Message[] = [
    ...(head?.checkpoint?.messages ?? []),
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'gone', content: 'x' }] },
  ];
  const draft = { turn: 4, point: 'B' as const, task: '', messages: broken, tokensUsed: 0 };
  await store.branch('main').saveCheckpoint(draft, head?.row.id ?? null);
  const body = { to: '4-B', say: 'Go on.' };
  const plan = await run.commands.planMove('run', { ...body, action: 'rewind', branch: 'main' });
  expect(plan.messages).toMatchObject({ isRepaired: true, problems: [{ code: 'orphan-result' }] });
  await run.commands.rewind('run', 'main', { ...body, digest: plan.digest, go: true });
  expect(await run.rested()).toBe('done');
  expect(run.lastReceived()).toEqual(
    withoutMarks([...(await run.messagesAt(3, 'B')), ...plan.messages.tail.slice(-1)]),
  );
  expect(await run.messagesAt(4, 'B')).toEqual(broken);
});
