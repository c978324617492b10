import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENTS_PATH, routes } from '../../shared/api.ts';
import { asOurs, startTestServer, TEST_SECRET, type TestServer } from './testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Every door: the table, the stream, the page, an asset, an address of the page's own. */
const doors = [
  ...Object.values(routes).map(route => ({
    method: route.method,
    path: route.path.replace(':run', 'demo').replace(':address', 'main:1-B'),
    body: route.method === 'POST' ? '{"path":"/tmp","task":"hello"}' : '',
  })),
  { method: 'GET', path: EVENTS_PATH, body: '' },
  { method: 'GET', path: '/', body: '' },
  { method: 'GET', path: '/runs/demo', body: '' },
  { method: 'GET', path: '/assets/main-1a2b.js', body: '' },
  { method: 'GET', path: '/api/nothing-here', body: '' },
  { method: 'DELETE', path: '/api/runs/demo', body: '' },
];

const strangers: [string, (port: number) => Record<string, string>, number][] = [
  ['a foreign Host (DNS rebinding)', port => ({ ...asOurs, host: `rebind.test:${port}` }), 403],
  ['our Host on another port', port => ({ ...asOurs, host: `localhost:${port + 1}` }), 403],
  ['a Host that only begins like ours', port => ({ ...asOurs, host: `127.0.0.1.evil.test:${port}` }), 403],
  ['a foreign Origin', () => ({ ...asOurs, origin: 'https://evil.test' }), 403],
  ['the Origin null', () => ({ ...asOurs, origin: 'null' }), 403],
  ['another port of this machine as Origin', () => ({ ...asOurs, origin: 'http://127.0.0.1:3000' }), 403],
  ['a fetch that another site began', () => ({ ...asOurs, 'sec-fetch-site': 'cross-site' }), 403],
  ['a fetch of another port', () => ({ ...asOurs, 'sec-fetch-site': 'same-site' }), 403],
  ['no secret', () => ({ 'content-type': 'application/json' }), 401],
  ['a wrong secret', () => ({ ...asOurs, authorization: 'Bearer wrong' }), 401],
  ['the cookie of another port', () => ({ cookie: `forkpoint-1=${TEST_SECRET}` }), 401],
];

describe.each(doors)('$method $path', ({ method, path, body }) => {
  test.each(strangers)('refuses %s', async (_, headersFor, status) => {
    const before = server.reached.length;
    const reply = await server.send(path, { method, body, headers: headersFor(server.port) });
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.text).problem.code).toMatch(/^(foreign-host|foreign-origin|no-secret)$/);
    expect(server.reached.length).toBe(before);
  });

  test('refuses a form that another site posts', async () => {
    const headers = {
      origin: 'https://evil.test',
      'content-type': 'text/plain',
      'sec-fetch-site': 'cross-site',
    };
    const reply = await server.send(path, { method: 'POST', body: '{"path":"/tmp"}', headers });
    expect(reply.status).toBe(403);
  });

  test('carries the headers that keep scripts and frames out, and lets no other origin read', async () => {
    const { headers } = await server.send(path, { method, body, headers: asOurs });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a write', () => {
  const writes = doors.filter(door => door.method === 'POST');

  test.each(writes)('$path takes nothing but JSON, even with the secret', async ({ path, body }) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json', '']) {
      const headers = { ...asOurs, 'content-type': type };
      expect((await server.send(path, { method: 'POST', body, headers })).status).toBe(415);
    }
  });

  test('from our own page is let through', async () => {
    const origin = `http://127.0.0.1:${server.port}`;
    const headers = {
      cookie: `forkpoint-${server.port}=${TEST_SECRET}`,
      'content-type': 'application/json; charset=utf-8',
      'sec-fetch-site': 'same-origin',
      origin,
    };
    await server.send('/api/open', { method: 'POST', body: '{"path":"/tmp"}', headers });
    expect(server.reached.at(-1)).toBe('openPath');
  });
});

describe('the secret in an opened address', () => {
  const browser = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };

  test('becomes a strict cookie, and the address loses it', async () => {
    const path = `/runs/demo?secret=${TEST_SECRET}&turn=3`;
    const reply = await server.send(path, { headers: browser });
    expect(reply.status).toBe(303);
    expect(reply.headers.location).toBe('/runs/demo?turn=3');
    const [cookie] = reply.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(new RegExp(`^forkpoint-${server.port}=`));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Strict/i);

    const headers = { ...browser, cookie: cookie?.split(';')[0] ?? '' };
    const page = await server.send('/runs/demo?turn=3', { headers });
    expect(page.text).toContain('the page');
    expect(page.headers['cache-control']).toBe('no-cache');
  });

  test('leads nowhere else', async () => {
    const reply = await server.send(`//evil.test/?secret=${TEST_SECRET}`, { headers: browser });
    expect(reply.headers.location).toBe('/evil.test/');
  });

  test('from a link elsewhere is followed by a step of our own, which carries the cookie', async () => {
    const headers = { ...browser, 'sec-fetch-site': 'cross-site' };
    const reply = await server.send(`/?secret=${TEST_SECRET}`, { headers });
    expect(reply.status).toBe(200);
    expect(reply.headers.refresh).toBe('0; url=/');
  });

  test('that is wrong gets a page that says what to do', async () => {
    const reply = await server.send('/?secret=wrong', { headers: browser });
    expect(reply.status).toBe(401);
    expect(reply.headers['content-type']).toContain('text/html');
    expect(reply.text).toContain('Open the address that Forkpoint printed');
  });

  test('does not open the API', async () => {
    expect((await server.send(`/api/runs?secret=${TEST_SECRET}`, { headers: browser })).status).toBe(401);
  });
});

describe('names of this machine', () => {
  test.each(['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST'])('%s is ours', async name => {
    const headers = { ...asOurs, host: `${name}:${server.port}` };
    expect((await server.send('/', { headers: { ...headers, accept: 'text/html' } })).status).toBe(200);
  });

  test('an explicit host is answered to, beside the loopback names', async () => {
    const wide = await startTestServer({ host: 'lab.example' });
    const statusFor = async (name: string) =>
      (await wide.send('/', { headers: { ...asOurs, accept: 'text/html', host: `${name}:${wide.port}` } }))
        .status;
    expect(await statusFor('lab.example')).toBe(200);
    expect(await statusFor('localhost')).toBe(200);
    expect(await statusFor('evil.test')).toBe(403);
    await wide.close();
  });
});
