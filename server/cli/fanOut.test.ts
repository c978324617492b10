import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fanOutPlanSchema, fanOutReceiptSchema } from '../../shared/fanOut.ts';
import { checked } from '../../shared/schema.ts';
import { runOnWireSchema } from '../../shared/wire/runOnWire.ts';
import { forkpoint } from './testing/forkpointProcess.ts';
import { type ServedForkpoint, serveForkpoint } from './testing/servedForkpoint.ts';
import { waysScenario } from './testing/waysScenario.ts';

let folder: string;
let served: ServedForkpoint;
const data = () => join(folder, 'data');
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-fan-')));
  await mkdir(join(folder, 'scenarios/ways'), { recursive: true });
  await writeFile(join(folder, 'scenarios/ways/scenario.yaml'), waysScenario(join(folder, 'go')));
  vi.stubEnv('FORKPOINT_SCENARIOS', join(folder, 'scenarios'));
  served = await serveForkpoint(['--data', data()]);
});
afterAll(async () => {
  await served.stop();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const patience = { timeout: 60_000, interval: 30 };
const rowsOf = (run: string) => served.get('getRun', `/api/runs/${run}`);
const statesOf = async (run: string) => {
  const { branches } = await rowsOf(run);
  return Object.fromEntries(branches.filter(row => row.fanOut).map(row => [row.name, row.state]));
};
const waitingOf = async (run: string) =>
  (await served.get('getFanOuts', `/api/runs/${run}/fan-outs`)).waiting;
const become = (run: string, states: object) =>
  vi.waitFor(async () => expect(await statesOf(run)).toEqual(states), patience);

/** A run that is done, from whose first turn branches go on as their words say. */
async function played(run: string, says: readonly string[], change: object = {}) {
  expect((await served.post('/api/runs', { scenario: 'ways', run, paceMs: 0 })).status).toBe(200);
  await vi.waitFor(async () => expect((await rowsOf(run)).branches[0]?.state).toBe('done'), patience);
  const branches = says.map((say, index) => ({ name: `${say}-${index + 1}`, say }));
  const body = { to: 'main:1-B', branches, paceMs: 0, ...change };
  const path = `/api/runs/${run}/branches/main/fan-out`;
  const planned = await served.post(`${path}/plan`, body);
  expect(planned).toMatchObject({ status: 200 });
  const plan = checked(fanOutPlanSchema, planned.body, path);
  const send = async (with_: object = {}) => served.post(path, { ...body, digest: plan.digest, ...with_ });
  return {
    plan,
    body,
    path,
    send,
    async make() {
      const reply = await send();
      expect(reply).toMatchObject({ status: 200 });
      return checked(fanOutReceiptSchema, reply.body, path);
    },
    post: (fanOut: string, what: 'stop' | 'start', of: object = {}) =>
      served.post(`/api/runs/${run}/fan-outs/${fanOut}/${what}`, of),
  };
}

test('four branches are planned, made and run, each on its own; one that fails ends alone', async () => {
  const fan = await played('four', ['quick', 'mail', 'lost', 'quick']);
  expect(fan.plan).toMatchObject({
    target: { address: 'main:1-B' },
    effectsMode: 'ask',
    atOnce: 2,
    branches: [
      { name: 'quick-1', problem: null, plan: { messages: { count: 4, problems: [] } } },
      {},
      {},
      {},
    ],
  });
  expect(fan.plan.branches[0]?.plan?.nextRequestTokens).toBeGreaterThan(0);
  expect(fan.plan.branches[0]?.plan?.copiedBytes).toBeGreaterThan(0);
  expect((await readdir(join(data(), 'four'))).filter(name => name.startsWith('checkpoints'))).toHaveLength(
    1,
  );

  const receipt = await fan.make();
  expect(receipt.branches.map(entry => entry.receipt?.ledger.verified)).toEqual([true, true, true, true]);
  await become('four', { 'quick-1': 'done', 'mail-2': 'waiting', 'lost-3': 'failed', 'quick-4': 'done' });
  const { branches, questions } = await rowsOf('four');
  expect(branches.find(row => row.name === 'mail-2')).toMatchObject({
    effects: 'ask',
    fanOut: { id: receipt.fanOut, place: 2, of: 4, atOnce: 2 },
  });
  expect(branches.find(row => row.name === 'lost-3')?.problem?.code).toBe('scenario-has-no-reply');
  expect(questions.map(question => question.branch)).toEqual(['mail-2']);
  const kept = JSON.parse(await readFile(join(data(), 'four/checkpoints-quick-4/branch.json'), 'utf8'));
  expect(kept.fanOut).toEqual({ id: receipt.fanOut, place: 4, of: 4, atOnce: 2 });
});

test('the same asking twice makes one fan-out', async () => {
  const fan = await played('twice', ['quick', 'quick']);
  const [one, two] = await Promise.all([fan.send(), fan.send()]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(two.body).toEqual(one.body);
  const late = checked(fanOutReceiptSchema, (await fan.send()).body, 'receipt');
  expect(late).toMatchObject({ isRepeat: true, fanOut: one.body.fanOut });
  expect(late.branches.map(entry => entry.name)).toEqual(['quick-1', 'quick-2']);
  await become('twice', { 'quick-1': 'done', 'quick-2': 'done' });
  const other = await served.post(fan.path, { ...fan.body, digest: 'of another state' });
  expect([other.status, other.body]).toMatchObject([409, { problem: { code: 'plan-changed' } }]);
});

test('a name that is taken keeps one branch from being made, and the others go on', async () => {
  const fan = await played('taken', ['quick', 'quick', 'quick']);
  const branches = [{ name: 'first' }, { name: 'MAIN' }, { name: 'First' }, { name: 'last', say: 'quick' }];
  const body = { ...fan.body, branches };
  const { body: plan } = await served.post(`${fan.path}/plan`, body);
  const problems = checked(fanOutPlanSchema, plan, 'plan').branches.map(row => row.problem?.code ?? null);
  expect(problems).toEqual([null, 'name-taken', 'name-taken', null]);
  const reply = await served.post(fan.path, { ...body, digest: plan.digest });
  const receipt = checked(fanOutReceiptSchema, reply.body, 'receipt');
  expect(receipt.branches.map(entry => entry.problem?.code ?? 'made')).toEqual([
    'made',
    'name-taken',
    'name-taken',
    'made',
  ]);
  await become('taken', { first: 'done', last: 'done' });
});

test('branches that have nothing to say at the end of a run, or bad settings, are refused in the plan', async () => {
  const fan = await played('over', ['quick', 'quick']);
  const ask = async (body: object) =>
    checked(
      fanOutPlanSchema,
      (await served.post(`${fan.path}/plan`, { ...fan.body, ...body })).body,
      'plan',
    ).branches.map(row => row.problem?.code ?? null);
  const names = [{ name: 'x' }, { name: 'y', say: 'Go on.' }];
  expect(await ask({ to: 'main:2-B', branches: names })).toEqual(['nothing-to-do', null]);
  const settings = [{ name: 'x', thinking: { budgetTokens: 5000 }, maxTokens: 4000 }, { name: 'y' }];
  expect(await ask({ branches: settings })).toEqual(['thinking-budget', null]);
});

test('live is refused, and so are one branch and nine', async () => {
  const fan = await played('live', ['quick', 'quick']);
  const ask = async (change: object) => {
    const reply = await served.post(`${fan.path}/plan`, { ...fan.body, ...change });
    return [reply.status, (reply.body.problem as { code: string }).code];
  };
  expect(await ask({ effects: 'live' })).toEqual([400, 'fan-out-live']);
  expect((await fan.send({ effects: 'live' })).status).toBe(400);
  expect((await ask({ branches: [{ name: 'x' }] }))[0]).toBe(400);
  const nine = Array.from({ length: 9 }, (_, index) => ({ name: `n${index}` }));
  expect((await ask({ branches: nine }))[0]).toBe(400);
  expect((await fan.post('0badf00d', 'stop')).status).toBe(404);
  expect((await fan.post('0badf00d', 'start')).status).toBe(404);
});

test('dry run simulates what reaches outside', async () => {
  const fan = await played('dry', ['mail', 'mail'], { effects: 'dry-run' });
  expect(fan.plan.effectsMode).toBe('dry-run');
  await fan.make();
  await become('dry', { 'mail-1': 'done', 'mail-2': 'done' });
  expect(await readdir(join(data(), 'dry/outbox')).catch(() => [])).toEqual([]);
});

test('one stop for all, within a second; the rest is started when a person says so', async () => {
  await rm(join(folder, 'go'), { force: true });
  const fan = await played('stopped', ['slow', 'slow', 'slow'], { effects: 'dry-run' });
  const { fanOut } = await fan.make();
  await vi.waitFor(async () => expect(await waitingOf('stopped')).toEqual(['slow-3']), patience);
  await vi.waitFor(async () => expect((await statesOf('stopped'))['slow-2']).toBe('running'), patience);
  const before = performance.now();
  const stop = await fan.post(fanOut, 'stop');
  expect(performance.now() - before).toBeLessThan(1000);
  expect(stop.body).toEqual({ stopped: ['slow-1', 'slow-2'], dropped: ['slow-3'] });
  expect(await waitingOf('stopped')).toEqual([]);
  await become('stopped', { 'slow-1': 'stopped', 'slow-2': 'stopped', 'slow-3': 'interrupted' });

  await writeFile(join(folder, 'go'), '');
  const start = await fan.post(fanOut, 'start', { paceMs: 0 });
  expect(start.body.branches).toContain('slow-3');
  await vi.waitFor(async () => expect((await statesOf('stopped'))['slow-3']).toBe('done'), patience);
});

test('the stop of the whole run empties the queue, too', async () => {
  await rm(join(folder, 'go'), { force: true });
  const fan = await played('halted', ['slow', 'slow', 'slow'], { atOnce: 1, effects: 'dry-run' });
  await fan.make();
  await vi.waitFor(async () => expect((await statesOf('halted'))['slow-1']).toBe('running'), patience);
  const stop = await served.post('/api/runs/halted/stop', {});
  expect(stop.body).toEqual({ stopped: ['slow-1'], dropped: ['slow-2', 'slow-3'] });
  expect(await waitingOf('halted')).toEqual([]);
  await become('halted', { 'slow-1': 'stopped', 'slow-2': 'interrupted', 'slow-3': 'interrupted' });
});

test('a fork that dies leaves what was made, waiting for a person', async () => {
  const fan = await played('died', ['quick', 'quick', 'quick']);
  await served.post('/api/runs/died/crash', { label: 'fork', n: 3 });
  const reply = await fan.send();
  expect([reply.status, reply.body]).toMatchObject([409, { problem: { code: 'simulated-crash' } }]);
  await become('died', { 'quick-1': 'interrupted', 'quick-2': 'interrupted' });
  expect(await readdir(join(data(), 'died/checkpoints-quick-1'))).not.toContain('waiting.lock');
  const id = fan.plan.digest.slice(0, 12);
  expect((await fan.post(id, 'start', { paceMs: 0 })).body).toEqual({ branches: ['quick-1', 'quick-2'] });
  await become('died', { 'quick-1': 'done', 'quick-2': 'done' });
});

test('after a kill nothing is lost: what had not started waits, and is started with the rest', async () => {
  await rm(join(folder, 'go'), { force: true });
  const first = forkpoint(folder, ['--no-open', '--json', '--port', '0', '--data', join(folder, 'killed')]);
  await first.says('secret=');
  const url = new URL(JSON.parse(first.said.stdout.split('\n')[0] ?? '').url);
  const headers = {
    authorization: `Bearer ${url.searchParams.get('secret')}`,
    'content-type': 'application/json',
  };
  const send = async (path: string, body: object) => {
    const reply = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
    expect(reply.status).toBe(200);
    return (await reply.json()) as { fanOut?: string };
  };
  await send('/api/runs', { scenario: 'ways', run: 'run', paceMs: 0 });
  const runNow = async () => {
    const reply = await fetch(new URL('/api/runs/run', url), { headers });
    return checked(runOnWireSchema, await reply.json(), 'run');
  };
  await vi.waitFor(async () => expect((await runNow()).branches[0]?.state).toBe('done'), patience);
  const branches = ['quick', 'slow', 'slow', 'quick'].map((say, at) => ({ name: `${say}-${at + 1}`, say }));
  const body = { to: 'main:1-B', branches, effects: 'dry-run', paceMs: 0 };
  const receipt = await send('/api/runs/run/branches/main/fan-out', body);
  const openCalls = async () => (await runNow()).journal.filter(row => row.state === 'open');
  await vi.waitFor(
    async () => expect((await openCalls()).map(row => row.branch).sort()).toEqual(['slow-2', 'slow-3']),
    patience,
  );
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await serveForkpoint(['--data', join(folder, 'killed')]);
  try {
    const rows = () => second.get('getRun', '/api/runs/run');
    const states = async () => (await rows()).branches.slice(1).map(row => [row.name, row.state]);
    await vi.waitFor(
      async () =>
        expect(await states()).toEqual([
          ['quick-1', 'done'],
          ['quick-4', 'interrupted'],
          ['slow-2', 'interrupted'],
          ['slow-3', 'interrupted'],
        ]),
      patience,
    );
    expect(await second.get('getFanOuts', '/api/runs/run/fan-outs')).toEqual({ waiting: [] });
    // The slow ones were cut off inside a call: what became of it is for a person to say.
    const path = `/api/runs/run/fan-outs/${receipt.fanOut}/start`;
    expect((await second.post(path, { paceMs: 0 })).body).toEqual({ branches: ['quick-4'] });
    await vi.waitFor(async () => expect(await states()).toContainEqual(['quick-4', 'done']), patience);
  } finally {
    await second.stop();
  }
}, 240_000);
