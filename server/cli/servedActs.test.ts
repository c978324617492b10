import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeActingScenario } from './testing/actingScenario.ts';
import { type ServedForkpoint, serveForkpoint } from './testing/servedForkpoint.ts';

let folder: string;
let served: ServedForkpoint;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-acts-')));
  await writeActingScenario(folder);
  vi.stubEnv('FORKPOINT_SCENARIOS', join(folder, 'scenarios'));
  served = await serveForkpoint(['--data', join(folder, 'data')]);
});
afterAll(async () => {
  await served.stop();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const branchOf = async (run: string, branch = 'main') => {
  const { branches, questions } = await served.get('getRun', `/api/runs/${run}`);
  return { row: branches.find(entry => entry.name === branch), questions };
};
const rests = (run: string, state: string, branch = 'main') =>
  vi.waitFor(async () => expect((await branchOf(run, branch)).row?.state).toBe(state), {
    timeout: 60_000,
    interval: 50,
  });

/** A new run of the scenario. */
async function started(run: string, body: object = {}) {
  const path = `/api/runs/${run}`;
  const reply = await served.post('/api/runs', { scenario: 'acting', run, paceMs: 0, ...body });
  expect(reply.status).toBe(200);
  return {
    path,
    post: (to: string, what: object = {}) => served.post(`${path}/${to}`, what),
    file: (name: string) => readFile(join(folder, 'data', run, 'workspaces/main', name), 'utf8'),
    mails: async () => (await readdir(join(folder, 'data', run, 'outbox')).catch(() => [])).length,
  };
}

test('a rewind is planned, refused where the plan is old, done, and undone', async () => {
  const run = await started('moved');
  await rests('moved', 'done');
  const plan = await run.post('plan', { action: 'rewind', branch: 'main', to: '1-B' });
  expect(plan.body).toMatchObject({ leftBehind: [2, 3], files: { restore: 'both' } });
  const old = await run.post('branches/main/rewind', { to: '1-B', digest: 'another' });
  expect([old.status, old.body]).toMatchObject([409, { problem: { code: 'plan-changed' } }]);

  const receipt = await run.post('branches/main/rewind', { to: '1-B', digest: plan.body.digest });
  expect(receipt.body).toMatchObject({ run: 'moved', move: 1, started: false, files: { verified: true } });
  expect(await run.file('note.txt')).toBe('first');
  const undone = await run.post('branches/main/undo');
  expect(undone.body).toMatchObject({ action: 'undo', move: 2 });
  expect(await run.file('note.txt')).toBe('second');
  expect((await run.post('branches/main/undo')).status).toBe(409);

  const files = await served.get('getFiles', `${run.path}/scenes/main:2-B/files`);
  expect(files.changes).toMatchObject([
    { path: 'note.txt', change: 'changed', before: 'first', after: 'second' },
  ]);
});

test('a fork goes its own way at once', async () => {
  const run = await started('forked');
  await rests('forked', 'done');
  const body = { to: 'main:1-B', name: 'brief', say: 'Briefly, please.', go: true, paceMs: 0 };
  const receipt = await run.post('branches/main/fork', body);
  expect(receipt.body).toMatchObject({ branch: 'brief', started: true, ledger: { rows: 0, verified: true } });
  await rests('forked', 'done', 'brief');
  const scene = await served.get('getScene', `${run.path}/scenes/brief:2-B`);
  expect(scene.row.words).toBe('As brief as can be.');
  expect((await run.post('branches/main/fork', body)).status).toBe(409);
  expect((await run.post('branches/main/fork', { to: '1-B', name: '../x' })).status).toBe(400);
});

test('a call that waits at the gate runs once, however often it is approved', async () => {
  const run = await started('asked', { effects: 'ask' });
  await rests('asked', 'waiting');
  expect(await run.mails()).toBe(0);
  const [question] = (await branchOf('asked')).questions;
  expect(question).toMatchObject({ name: 'send_email', why: 'mode', answer: null });
  const yes = () => run.post(`questions/${question?.id}/answer`, { kind: 'approve' });
  const replies = await Promise.all([yes(), yes()]);
  expect(replies.map(reply => reply.status)).toEqual([200, 200]);
  await rests('asked', 'done');
  expect((await run.post(`questions/${question?.id}/answer`, { kind: 'refuse' })).status).toBe(409);
  expect(await run.mails()).toBe(1);
});

test('a run of a scenario dies where it is told to, and goes on from there', async () => {
  const run = await started('crashed', { effects: 'ask' });
  await rests('crashed', 'waiting');
  expect((await run.post('crash', { label: 'nothing', n: 1 })).status).toBe(400);
  expect((await run.post('crash', { label: 'effect-write', n: 1 })).status).toBe(200);
  const [question] = (await branchOf('crashed')).questions;
  await run.post(`questions/${question?.id}/answer`, { kind: 'approve' });
  await rests('crashed', 'interrupted');
  expect(await run.mails()).toBe(1);
  const plan = await served.get('planResume', `${run.path}/branches/main/resume`);
  expect(plan.calls).toMatchObject([
    { outcome: 'reuse' },
    { outcome: 'tell-unknown', why: 'may-have-happened' },
  ]);
  const resumed = await run.post('branches/main/resume', { paceMs: 0 });
  expect(resumed.body).toEqual({ started: true, run: 'crashed' });
  await rests('crashed', 'done');
  expect(await run.mails()).toBe(1);
  expect((await run.post('branches/main/resume')).body).toMatchObject({ problem: { code: 'nothing-to-do' } });
});

test('a rewind that dies between head and files is finished by the next act', async () => {
  const run = await started('torn');
  await rests('torn', 'done');
  await run.post('crash', { label: 'after-head-write', n: 1 });
  const dead = await run.post('branches/main/rewind', { to: '1-B' });
  expect([dead.status, dead.body]).toMatchObject([409, { problem: { code: 'simulated-crash' } }]);
  expect(await run.file('note.txt')).toBe('second');
  await run.post('branches/main/undo');
  expect(await run.file('note.txt')).toBe('second');
  await run.post('crash', { label: 'after-head-write', n: 1 });
  await run.post('branches/main/rewind', { to: '1-B' });
  await run.post('branches/main/resume', { say: 'Briefly.', paceMs: 0 });
  await rests('torn', 'done');
  expect(await run.file('note.txt')).toBe('first');
});

test('only runs of scenarios are made to crash', async () => {
  const run = await started('real');
  await rests('real', 'done');
  const file = join(folder, 'data/real/run.json');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), scenario: null }));
  expect((await run.post('crash', { label: 'effect', n: 1 })).body).toMatchObject({
    problem: { code: 'not-a-scenario' },
  });
});

test('a folder of checkpoints from elsewhere is gone on with in place', async () => {
  const other = join(folder, 'elsewhere');
  await mkdir(join(other, 'checkpoints'), { recursive: true });
  const say = (role: string, content: string) => ({ role, content });
  const messages = [say('user', 'Hello.'), say('assistant', 'Hello?'), say('user', 'Again.')];
  const scene = (turns: number) => ({
    version: 1,
    task: 'Hello.',
    turns,
    tokensUsed: 0,
    pendingToolUse: null,
  });
  const write = (turn: number, count: number) =>
    writeFile(
      join(other, `checkpoints/turn-00${turn}-B.json`),
      JSON.stringify({ ...scene(turn), messages: messages.slice(0, count) }),
    );
  await Promise.all([write(0, 1), write(1, 2), write(2, 3)]);
  const opened = await served.post('/api/open', { path: other });
  const id = String(opened.body.run);
  expect((await readdir(join(other, 'checkpoints'))).sort()).toHaveLength(3);
  const receipt = await served.post(`/api/runs/${id}/branches/main/rewind`, { to: '1-B' });
  expect(receipt.body).toMatchObject({ run: id, move: 1, messages: { count: 2, verified: true } });
  expect(await readdir(join(other, 'checkpoints'))).toContain('branch.json');
  const fork = await served.post(`/api/runs/${id}/branches/main/fork`, { to: '0-B', name: 'mine' });
  expect(fork.body).toMatchObject({ run: id, branch: 'mine' });
  expect(await readdir(other)).toContain('checkpoints-mine');
});

test('a transcript is imported before it is acted on; its plan writes nothing', async () => {
  const file = join(folder, 'session.jsonl');
  await writeFile(file, `${transcript.map(record => JSON.stringify(record)).join('\n')}\n`);
  const opened = await served.post('/api/open', { path: file });
  const path = `/api/runs/${opened.body.run}`;
  const before = (await readdir(join(folder, 'data'))).sort();
  const plan = await served.post(`${path}/plan`, { action: 'rewind', branch: 'main', to: '0-B' });
  expect([plan.status, plan.body]).toMatchObject([200, { files: { refused: 'not-captured' } }]);
  const resume = await served.get('planResume', `${path}/branches/main/resume`);
  expect(resume.calls).toMatchObject([{ callId: 't1', outcome: 'tell-unknown', why: 'may-have-happened' }]);
  expect((await readdir(join(folder, 'data'))).sort()).toEqual(before);

  const digest = plan.body.digest;
  const receipt = await served.post(`${path}/branches/main/rewind`, { to: '0-B', digest });
  expect(receipt.body).toMatchObject({ action: 'rewind', messages: { verified: true } });
  expect(receipt.body.run).not.toBe(opened.body.run);
  expect(await readdir(join(folder, 'data'))).toContain(receipt.body.run);
});

const at = { sessionId: 's', cwd: '/w', version: '2.0.0', timestamp: '2026-01-01T00:00:00.000Z' };
const transcript = [
  { ...at, type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'Send it.' } },
  {
    ...at,
    type: 'assistant',
    uuid: 'a1',
    parentUuid: 'u1',
    message: {
      id: 'm1',
      role: 'assistant',
      model: 'claude-test-1',
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', id: 't1', name: 'send_email', input: { to: 'team@example.org' } }],
      usage: { input_tokens: 10, output_tokens: 2 },
    },
  },
];
