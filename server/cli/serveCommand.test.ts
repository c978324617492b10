import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyEvents } from '../../shared/runEvent.ts';
import { runFromWire } from '../../shared/wire/runOnWire.ts';
import { readEvents } from '../http/testing/readEvents.ts';
import { forkpoint, writeScenario } from './testing/forkpointProcess.ts';
import { type ServedForkpoint, serveForkpoint } from './testing/servedForkpoint.ts';

let folder: string;
let data: string;
const servers: ServedForkpoint[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-serve-')));
  data = join(folder, 'data');
  await writeScenario(folder, 'derailed', 3);
  await writeScenario(folder, 'slow', 200, 100);
  vi.stubEnv('FORKPOINT_SCENARIOS', join(folder, 'scenarios'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, maxRetries: 5 });
});

async function serve(...words: string[]): Promise<ServedForkpoint> {
  const server = await serveForkpoint(['--data', data, ...words]);
  servers.push(server);
  return server;
}

const within = { timeout: 60_000, interval: 20 };
const runsOf = async (server: ServedForkpoint) => (await server.get('listRuns', '/api/runs')).runs;

async function restOf(server: ServedForkpoint, id: string) {
  return vi.waitFor(async () => {
    const run = (await runsOf(server)).find(entry => entry.id === id);
    expect(run?.state).not.toBe('running');
    return run;
  }, within);
}

/** Every file below a folder with the digest of its bytes. */
async function digestsOf(root: string): Promise<Record<string, string>> {
  const names = await readdir(root, { recursive: true, withFileTypes: true });
  const files = names.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const pairs = files.map(async file => [
    file,
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ]);
  return Object.fromEntries(await Promise.all(pairs));
}

describe('the first start', () => {
  test('plays the demo once; a second start shows the same one', async () => {
    const server = await serve();
    expect(server.url.pathname).toBe('/runs/derailed');
    expect(await restOf(server, 'derailed')).toMatchObject({ state: 'done', turns: 4 });
    await server.stop();
    const again = await serve();
    expect(await runsOf(again)).toHaveLength(1);
    expect(again.url.pathname).toBe('/');
    expect(again.secret).toBe(server.secret);
  });

  test('two at the same moment share the demo, on two ports', async () => {
    const both = await Promise.all([serve(), serve()]);
    expect(new Set(both.map(server => server.port)).size).toBe(2);
    for (const server of both) {
      expect(await restOf(server, 'derailed')).toMatchObject({ state: 'done', turns: 4 });
      expect(await runsOf(server)).toHaveLength(1);
    }
  });

  test('Ctrl-C stops the demo at a scene that can be resumed', async () => {
    await writeScenario(folder, 'derailed', 200, 100);
    const server = await serve();
    await vi.waitFor(async () => expect((await runsOf(server))[0]?.turns).toBeGreaterThan(1), within);
    expect(await server.stop()).toBe(0);
    const branch = JSON.parse(await readFile(join(data, 'derailed/checkpoints/branch.json'), 'utf8'));
    expect(branch.outcome.state).toBe('stopped');
    expect(await readdir(join(data, 'derailed/checkpoints'))).not.toContain('lock');
  });
});

test('a taken port leads to the next free one, and that is said', async () => {
  const first = await serve();
  const second = await serve('--port', String(first.port));
  expect(second.port).toBeGreaterThan(first.port);
  expect(second.stderr()).toContain(`Port ${first.port} is taken`);
});

test('another interface needs a secret of one’s own, which is never written', async () => {
  await expect(serveForkpoint(['--data', data, '--host', '0.0.0.0'])).rejects.toThrow('ended with 2');
  const env = { FORKPOINT_SECRET: 'one of my own, long enough' };
  const server = await serveForkpoint(['--data', data, '--host', '0.0.0.0'], env);
  servers.push(server);
  expect((await server.send('/api/about')).status).toBe(200);
  expect(await readdir(data)).not.toContain('secret');
});

describe('runs over HTTP', () => {
  test('one is started, looked at, compared and stopped', async () => {
    const server = await serve();
    const started = await server.post('/api/runs', { scenario: 'slow', run: 'mine' });
    expect(started).toEqual({ status: 200, body: { run: 'mine' } });
    await vi.waitFor(async () => {
      expect((await server.get('getRun', '/api/runs/mine')).scenes.id.length).toBeGreaterThan(5);
    }, within);
    const scene = await server.get('getScene', '/api/runs/mine/scenes/main%3A2-B');
    expect(scene).toMatchObject({ address: 'main:2-B', row: { turn: 2, point: 'B' } });
    expect(scene.checkpoint?.messages.slice(scene.newFrom).map(message => message.role)).toEqual([
      'assistant',
      'user',
    ]);
    const { diff } = await server.get('getDiff', '/api/runs/mine/diff?left=1-B&right=2-B');
    expect(diff.summary).toMatchObject({ added: 2, removed: 0 });
    const some = await server.get('getMessages', '/api/runs/mine/scenes/main%3A2-B/messages?from=1&count=2');
    expect(some.messages.map(message => message.role)).toEqual(['assistant', 'user']);

    const stopped = await server.post('/api/runs/mine/stop', {});
    expect(stopped).toEqual({ status: 200, body: { stopped: ['main'], dropped: [] } });
    expect((await server.get('getRun', '/api/runs/mine')).branches[0]).toMatchObject({ state: 'stopped' });
    expect((await server.post('/api/runs/mine/stop', {})).status).toBe(409);
    expect((await server.post('/api/runs', { scenario: 'slow', run: 'Mine' })).status).toBe(409);
  });

  test('one that another process runs appears, grows and rests, nothing lost and nothing twice', async () => {
    const server = await serve();
    await restOf(server, 'derailed');
    const reader = readEvents(server.port, null, server.secret);
    await reader.opened;
    const other = forkpoint(folder, [
      'run',
      '--scenario',
      'derailed',
      '--run',
      'theirs',
      '--pace',
      '60',
      '--data',
      data,
    ]);
    await vi.waitFor(async () => {
      expect((await runsOf(server)).map(run => run.id)).toContain('theirs');
    }, within);
    expect(reader.names()).toContain('runs');
    const start = runFromWire(await server.get('getRun', '/api/runs/theirs'));
    expect(await other.ended).toBe(0);
    await vi.waitFor(() => {
      const applied = applyEvents(start, reader.events());
      expect(applied.stale).toBe(false);
      expect(applied.state.branches[0]?.state).toBe('done');
    }, within);
    const { state } = applyEvents(start, reader.events());
    const fresh = runFromWire(await server.get('getRun', '/api/runs/theirs'));
    expect(state.scenes.map(row => row.id).sort()).toEqual(fresh.scenes.map(row => row.id).sort());
    expect(fresh.scenes).toHaveLength(8);
    reader.close();
  });

  test('one that another process runs is stopped from here', async () => {
    const server = await serve();
    const other = forkpoint(folder, ['run', '--scenario', 'slow', '--run', 'theirs', '--data', data]);
    await other.says('  2  I look around.');
    const stopped = await server.post('/api/runs/theirs/stop', {});
    expect(stopped.body).toEqual({ stopped: ['main'], dropped: [] });
    expect(await other.ended).toBe(1);
  });
});

describe('a path on the command line', () => {
  test('is opened in place and stays open after a restart; the demo does not play', async () => {
    const theirs = join(folder, 'theirs');
    const other = forkpoint(folder, ['run', '--scenario', 'derailed', '--run', 'one', '--data', theirs]);
    expect(await other.ended).toBe(0);
    const before = await digestsOf(join(theirs, 'one'));
    const server = await serve(join(theirs, 'one'));
    expect(server.url.pathname).toMatch(/^\/runs\/open-one-[0-9a-f]{8}$/);
    const [run] = await runsOf(server);
    expect(run).toMatchObject({ readOnly: true, turns: 4, path: join(theirs, 'one') });
    await server.stop();
    const again = await serve();
    expect((await runsOf(again)).map(entry => entry.id)).toEqual([run?.id]);
    expect(await digestsOf(join(theirs, 'one'))).toEqual(before);
  });

  test('that leads nowhere is said before anything is served', async () => {
    await expect(serveForkpoint(['--data', data, join(folder, 'nothing')])).rejects.toThrow(
      'There is nothing at',
    );
    await writeFile(join(folder, 'plain.txt'), 'hello');
    await expect(serveForkpoint(['--data', data, join(folder, 'plain.txt')])).rejects.toThrow('ended with 1');
  });
});

test('hostile addresses get 400 and touch nothing', async () => {
  const server = await serve();
  await restOf(server, 'derailed');
  await runsOf(server);
  const before = await digestsOf(data);
  const hostile = [
    '..%2F..%2Fsecret',
    '%2Fetc%2Fpasswd',
    'main%3A..%2F1-B',
    '..%3A1-B',
    'con%3A1-B',
    'C%3A%5Cx',
    '1-B%00',
    '%252e%252e',
    '@..%2F..%2Fsecret',
    '@a..b',
    '@%2Fetc',
    '1-C',
    '99999999999',
    '1-B~-1',
  ];
  for (const address of hostile) {
    const scene = await server.send(`/api/runs/derailed/scenes/${address}`);
    expect([address, scene.status]).toEqual([address, 400]);
    const diff = await server.send(`/api/runs/derailed/diff?left=1-B&right=${address}`);
    expect([address, diff.status]).toEqual([address, 400]);
  }
  const other = await server.send('/api/runs/derailed/diff?left=1-B&right=1-B&rightRun=..%2Fderailed');
  expect(other.status).toBe(400);
  const missing = await server.send('/api/runs/derailed/scenes/@nothing-here');
  expect(missing.status).toBe(404);
  expect(await digestsOf(data)).toEqual(before);
});
