import { afterEach, describe, expect, test, vi } from 'vitest';
import { callRoute, urlOf } from './client.ts';

const answer = (body: unknown, status = 200) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  );

afterEach(() => vi.unstubAllGlobals());

test('paths and queries are encoded', () => {
  expect(urlOf('/api/runs/:run/scenes/:address', { run: 'a b', address: 'main:14/../x' })).toBe(
    '/api/runs/a%20b/scenes/main%3A14%2F..%2Fx',
  );
  expect(urlOf('/api/runs/:run/diff', { run: 'r' }, { left: '@1', right: undefined })).toBe(
    '/api/runs/r/diff?left=%401',
  );
});

describe('a call', () => {
  test('posts JSON and gives the reply as it came, unknown fields included', async () => {
    answer({ run: 'demo', extra: 1 });
    expect(await callRoute('startRun', { body: { scenario: 'derailed' } })).toEqual({
      run: 'demo',
      extra: 1,
    });
    expect(vi.mocked(fetch).mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"scenario":"derailed"}',
    });
  });

  test('throws the problem that the server names', async () => {
    answer({ problem: { code: 'no-such-run', params: { run: 'x' } } }, 404);
    await expect(callRoute('getRun', { params: { run: 'x' } })).rejects.toMatchObject({
      code: 'no-such-run',
      params: { run: 'x' },
    });
  });

  test('names the code of a problem that this page does not know', async () => {
    answer({ problem: { code: 'from-the-future', params: {} } }, 500);
    await expect(callRoute('listRuns')).rejects.toMatchObject({
      code: 'internal',
      params: { detail: expect.stringContaining('from-the-future') },
    });
  });

  test('refuses a reply of another shape', async () => {
    answer({ runs: 'many' });
    await expect(callRoute('listRuns')).rejects.toMatchObject({ code: 'bad-shape' });
  });

  test('says that the server does not answer', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    await expect(callRoute('listRuns')).rejects.toMatchObject({ code: 'unreachable' });
  });
});
