import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENTS_PATH, routes } from '../../shared/api.ts';
import { asOurs, startTestServer, type TestServer } from './testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const page = { ...asOurs, accept: 'text/html,*/*' };

/** As they stand in a request's path: encoded once, twice, absolute, dotted, NUL, reserved, other separators. */
const hostileIds = [
  '..%2F..%2Fetc',
  '..',
  '%2e%2e',
  '%2Fetc%2Fpasswd',
  'C:%5Cx',
  'C%3A%5Cx',
  'a%00b',
  '%252e%252e',
  '%252e%252e%252fetc',
  'con',
  'NUL.txt',
  'a..b',
  '.hidden',
  'dot.',
  'a%0Ab',
  '%E2%80%AEtxt',
  'x'.repeat(200),
  '%ff',
];

/** A route's path with names in it that are good, but for those given. */
function withNames(path: string, given: Record<string, string>): string {
  const names: Record<string, string> = {
    run: 'demo',
    branch: 'main',
    question: 'q-1',
    fanOut: '0a1b2c3d4e5f',
    adoption: '0a1b2c3d4e5f',
    address: 'main:1-B',
    ...given,
  };
  return path.replace(/:(\w+)/g, (_, name: string) => names[name] ?? '');
}

const runRoutes = Object.values(routes).filter(route => route.path.includes(':run'));

describe.each(runRoutes)('$method $path', ({ method, path }) => {
  test.each(hostileIds)('answers 400 to the run %s and reaches nothing', async id => {
    const target = withNames(path, { run: id });
    const body = method === 'POST' ? '{}' : '';
    const query = path.endsWith('/diff') ? '?left=1&right=2' : '';
    const before = server.reached.length;
    const reply = await server.send(`${target}${query}`, { method, body, headers: asOurs });
    expect(reply.status).toBe(400);
    const { problem } = JSON.parse(reply.text);
    expect(problem.code).toBe('bad-request');
    // The run is what is wrong, whatever else may be.
    expect(problem.params.detail).toMatch(/^run: |decode param/);
    expect(server.reached.length).toBe(before);
  });
});

const branchRoutes = Object.values(routes).filter(route => route.path.includes(':branch'));

describe.each(branchRoutes)('$method $path', ({ method, path }) => {
  test.each(hostileIds)('answers 400 to the branch %s and reaches nothing', async id => {
    const before = server.reached.length;
    const body = method === 'POST' ? '{}' : '';
    const reply = await server.send(withNames(path, { branch: id }), { method, body, headers: asOurs });
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text).problem.params.detail).toMatch(/^branch: |decode param/);
    expect(server.reached.length).toBe(before);
  });
});

describe('names in bodies', () => {
  test.each(['../x', '..', '/abs', 'C:\\x', 'a\0b', 'con', 'a/b', ''])('%j is no id for a run', async run => {
    const body = JSON.stringify({ scenario: 'derailed', run });
    const reply = await server.send('/api/runs', { method: 'POST', body, headers: asOurs });
    expect(reply.status).toBe(400);
  });

  test.each(['../x', '..\\x'])('%j is no branch', async branch => {
    const body = JSON.stringify({ branch });
    const reply = await server.send('/api/runs/demo/stop', { method: 'POST', body, headers: asOurs });
    expect(reply.status).toBe(400);
  });
});

describe('requests that are wrong in themselves', () => {
  const post = (body: string) => server.send('/api/open', { method: 'POST', body, headers: asOurs });

  test('broken JSON, a wrong shape and a huge body say so', async () => {
    expect(JSON.parse((await post('{"path":')).text).problem.code).toBe('bad-json');
    expect(JSON.parse((await post('{"path":7}')).text).problem.code).toBe('bad-request');
    const huge = await post(JSON.stringify({ path: 'x'.repeat(2 * 1024 * 1024) }));
    expect(huge.status).toBe(413);
    expect(JSON.parse(huge.text).problem.code).toBe('too-large');
  });

  test('an address that no route has is 404, for a program as JSON', async () => {
    const reply = await server.send('/api/nothing', { headers: page });
    expect(reply.status).toBe(404);
    expect(JSON.parse(reply.text).problem.code).toBe('no-such-route');
  });

  test('what a handler throws becomes its problem and status', async () => {
    const reply = await server.send('/api/runs/demo', { headers: asOurs });
    expect(reply.status).toBe(404);
    expect(JSON.parse(reply.text)).toEqual({ problem: { code: 'no-such-run', params: { run: 'getRun' } } });
  });
});

describe('the page', () => {
  test('is given for each of its own addresses, and asked for anew each time', async () => {
    for (const path of ['/', '/runs/demo?scene=main:3-B', '/runs/demo/']) {
      const reply = await server.send(path, { headers: page });
      expect(reply.text).toContain('the page');
      expect(reply.headers['cache-control']).toBe('no-cache');
    }
  });

  test('has assets that are kept for ever, and 404 for those it lacks', async () => {
    const asset = await server.send('/assets/main-1a2b.js', { headers: asOurs });
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await server.send('/assets/old-9f9f.js', { headers: asOurs })).status).toBe(404);
  });

  test.each(['/@fs/etc/passwd?raw??', '/.env?raw', '/assets/..%2f..%2fsecret', '/..%2fsecret', '/%00'])(
    '%s reads nothing outside it',
    async path => {
      const reply = await server.send(path, { headers: asOurs });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
    },
  );

  test('that is not built says how to build it', async () => {
    const empty = await startTestServer();
    await rm(join(empty.folder, 'page/index.html'));
    const reply = await empty.send('/', { headers: page });
    expect(reply.status).toBe(503);
    expect(reply.text).toContain('npm run build');
    await empty.close();
  });
});

describe('the event stream', () => {
  test('is a stream that nobody keeps', async () => {
    const { status, headers } = await server.send(EVENTS_PATH, { headers: asOurs });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/event-stream');
    expect(headers['cache-control']).toBe('no-store');
  });
});
