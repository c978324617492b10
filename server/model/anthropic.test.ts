import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isForkpointError } from '../../shared/errors.ts';
import type { Block } from '../../shared/message.ts';
import { type AnthropicOptions, anthropicModel } from './anthropic.ts';
import type { ModelRequest, ReplyWatcher } from './model.ts';
import {
  type Behaviour,
  eventsOf,
  goodKey,
  type MessagesServer,
  replyOf,
  startMessagesServer,
  unknownModel,
} from './testing/messagesServer.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map(server => server.close()));
});

async function serve(...behaviours: Behaviour[]): Promise<MessagesServer> {
  const server = await startMessagesServer(behaviours);
  open.push(server);
  return server;
}

/** The adapter against a server of the test, with waits that are only noted. */
function modelAt(server: { url: string }, options: AnthropicOptions = {}) {
  const slept: number[] = [];
  const model = anthropicModel({
    client: { apiKey: goodKey, baseURL: server.url },
    env: {},
    sleep: async ms => void slept.push(ms),
    nowMs: () => 1000,
    random: () => 1,
    ...options,
  });
  return { model, slept };
}

const request: ModelRequest = {
  model: 'claude-test-1',
  system: 'Be brief.',
  messages: [{ role: 'user', content: 'hello' }],
  tools: [{ name: 'read', description: 'reads', input_schema: { type: 'object' } }],
  maxTokens: 100,
};
const never = new AbortController().signal;
const hello: Block[] = [{ type: 'text', text: 'Hello there' }];

describe('a reply', () => {
  test('keeps every block as it came, known or not, and reports the pieces', async () => {
    const content: Block[] = [
      { type: 'thinking', thinking: 'let me see', signature: 'SIG1' },
      { type: 'thinking', thinking: '', signature: 'SIG2' },
      { type: 'redacted_thinking', data: 'xyz' },
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'q' } },
      { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
      { type: 'block_of_2029', x: { y: [1, null] } },
      { type: 'text', text: 'Two files.' },
      { type: 'tool_use', id: 't1', name: 'read', input: { path: 'a' } },
      { type: 'tool_use', id: 't2', name: 'read', input: { path: 'b' } },
    ];
    const server = await serve(replyOf(content, 'tool_use'));
    const seen = { text: '', thinking: '', calls: [] as string[], input: '' };
    const watcher: ReplyWatcher = {
      onText: delta => {
        seen.text += `${delta}|`;
      },
      onThinking: delta => {
        seen.thinking += `${delta}|`;
      },
      onCall: call => seen.calls.push(call.id),
      onCallInput: (id, json) => {
        if (id === 't2') seen.input += json;
      },
    };
    const reply = await modelAt(server).model.reply(request, watcher, never);
    expect(reply.content).toEqual(content);
    expect(reply).toMatchObject({ model: 'claude-test-1', stopReason: 'tool_use' });
    expect(reply.usage).toMatchObject({ input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 7 });
    expect(seen).toEqual({
      text: 'Two f|iles.|',
      thinking: 'let m|e see|',
      calls: ['s1', 't1', 't2'],
      input: '{"path":"b"}',
    });
  });

  test('takes events and deltas that nobody knows yet', async () => {
    const [start, , ...rest] = eventsOf([], 'end_turn');
    const events = [
      start,
      { type: 'event_of_2029' },
      { type: 'content_block_start', index: 0, content_block: { type: 'new', note: 'a', list: [1] } },
      { type: 'content_block_delta', index: 0, delta: { type: 'new_delta', note: 'b', list: [2], more: 3 } },
      { type: 'content_block_stop', index: 0 },
      ...rest,
    ];
    const server = await serve({ kind: 'events', events, end: 'close' });
    const reply = await modelAt(server).model.reply(request, {}, never);
    expect(reply.content).toEqual([{ type: 'new', note: 'ab', list: [1, 2], more: 3 }]);
  });

  test.each([
    ['that is no JSON', '{"path": "a'],
    ['nested too deeply to be saved', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ])('keeps input %s as the text it came as', async (_, input) => {
    const call = { type: 'tool_use', id: 't1', name: 'read', input };
    const server = await serve(replyOf([call], 'tool_use'));
    const reply = await modelAt(server).model.reply(request, {}, never);
    expect(reply.content).toEqual([call]);
  });

  test('asks for the betas', async () => {
    const server = await serve(replyOf(hello, 'end_turn'));
    await modelAt(server).model.reply({ ...request, betas: ['one', 'two'] }, {}, never);
    expect(server.betas).toEqual(['one,two']);
  });
});

const overloaded = (headers: Record<string, string> = {}): Behaviour => ({
  kind: 'error',
  status: 529,
  type: 'overloaded_error',
  message: 'Overloaded',
  headers,
});

describe('another try', () => {
  const rateLimit = (headers: Record<string, string>): Behaviour => ({
    kind: 'error',
    status: 429,
    type: 'rate_limit_error',
    message: 'slow down',
    headers,
  });
  test('waits as long as the server asks, and shows it', async () => {
    const server = await serve(
      rateLimit({ 'retry-after': '7' }),
      overloaded({ 'retry-after-ms': '250' }),
      replyOf(hello, 'end_turn'),
    );
    const waits: unknown[] = [];
    const { model, slept } = modelAt(server);
    const reply = await model.reply(request, { onWait: wait => waits.push(wait) }, never);
    expect(reply.content).toEqual(hello);
    expect(slept).toEqual([7000, 250]);
    expect(waits).toEqual([
      { untilMs: 8000, attempt: 1, problem: { code: 'model-failed', params: { detail: '429 slow down' } } },
      { untilMs: 1250, attempt: 2, problem: { code: 'model-failed', params: { detail: '529 Overloaded' } } },
    ]);
  });

  test('without such a word waits longer each time, and gives up in the end', async () => {
    const server = await serve(...Array.from({ length: 9 }, () => overloaded()));
    const { model, slept } = modelAt(server);
    await expect(model.reply(request, {}, never)).rejects.toMatchObject({ code: 'model-failed' });
    expect(slept).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]);
    expect(server.requests).toHaveLength(8);
  });

  test('is not waited for where the server asks for hours', async () => {
    const server = await serve(rateLimit({ 'retry-after': '7200' }));
    const { model, slept } = modelAt(server);
    await expect(model.reply(request, {}, never)).rejects.toMatchObject({ code: 'model-failed' });
    expect(slept).toEqual([]);
  });

  const pieces = eventsOf([{ type: 'thinking', thinking: 'half a thought', signature: 'S' }], 'end_turn');
  const overload = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  const brokenStreams: [string, Behaviour][] = [
    ['a connection cut inside a thought', { kind: 'events', events: pieces.slice(0, 4), end: 'cut' }],
    ['a stream that ends before its end', { kind: 'events', events: pieces.slice(0, -1), end: 'close' }],
    [
      'an event that is no JSON',
      {
        kind: 'events',
        events: [...pieces.slice(0, 4), 'event: message_delta\ndata: {"ty\n\n'],
        end: 'close',
      },
    ],
    [
      'an overload inside the stream',
      { kind: 'events', events: [...pieces.slice(0, 4), overload], end: 'close' },
    ],
  ];
  test.each(brokenStreams)('follows %s', async (_, broken) => {
    const server = await serve(broken, replyOf(hello, 'end_turn'));
    const waits: string[] = [];
    const { model } = modelAt(server);
    const reply = await model.reply(request, { onWait: wait => waits.push(wait.problem.code) }, never);
    expect(reply.content).toEqual(hello);
    expect(waits).toHaveLength(1);
  });

  test('that is cut each time never gives a reply', async () => {
    const cut: Behaviour = { kind: 'events', events: pieces.slice(0, -1), end: 'cut' };
    const server = await serve(...Array.from({ length: 8 }, () => cut));
    await expect(modelAt(server).model.reply(request, {}, never)).rejects.toMatchObject({
      code: 'model-stream-cut',
    });
  });

  test('follows a connection that could not be made', async () => {
    const gone = await startMessagesServer([]);
    await gone.close();
    const { model, slept } = modelAt(gone);
    const failure = await model.reply(request, {}, never).catch((error: unknown) => error);
    expect(isForkpointError(failure, 'model-failed') && failure.params.detail).toContain('ECONNREFUSED');
    expect(slept).toHaveLength(7);
  });
});

describe('an error that no wait heals', () => {
  test('a wrong key is named without being shown', async () => {
    const server = await serve();
    const { model, slept } = modelAt(server, { client: { apiKey: 'sk-wrong-1', baseURL: server.url } });
    const failure = await model.reply(request, {}, never).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'wrong-key', params: { detail: '401 invalid x-api-key' } });
    expect(slept).toEqual([]);
  });

  test('a key that the server repeats is blanked out', async () => {
    const message = `no credit for ${goodKey}`;
    const server = await serve({ kind: 'error', status: 400, type: 'invalid_request_error', message });
    await expect(modelAt(server).model.reply(request, {}, never)).rejects.toMatchObject({
      code: 'model-failed',
      params: { detail: '400 no credit for …' },
    });
  });

  test('an unknown model', async () => {
    const server = await serve();
    const asked = modelAt(server).model.reply({ ...request, model: unknownModel }, {}, never);
    await expect(asked).rejects.toMatchObject({ code: 'unknown-model', params: { model: unknownModel } });
  });

  test('an invalid request inside the stream', async () => {
    const error = { type: 'error', error: { type: 'invalid_request_error', message: 'too long' } };
    const server = await serve({
      kind: 'events',
      events: [...eventsOf([], 'x').slice(0, 2), error],
      end: 'close',
    });
    const { model, slept } = modelAt(server);
    await expect(model.reply(request, {}, never)).rejects.toMatchObject({
      code: 'model-failed',
      params: { detail: 'too long' },
    });
    expect(slept).toEqual([]);
  });

  test('no key at all: nothing is sent', async () => {
    const server = await serve(replyOf(hello, 'end_turn'));
    for (const name of ['API_KEY', 'AUTH_TOKEN', 'PROFILE', 'FEDERATION_RULE_ID', 'CUSTOM_HEADERS']) {
      vi.stubEnv(`ANTHROPIC_${name}`, undefined);
    }
    vi.stubEnv('ANTHROPIC_CONFIG_DIR', '/nowhere');
    const { model } = modelAt(server, { client: { baseURL: server.url } });
    await expect(model.reply(request, {}, never)).rejects.toMatchObject({ code: 'no-key' });
    expect(server.requests).toEqual([]);
  });
});

describe('a stop', () => {
  test('ends a wait', async () => {
    const server = await serve(overloaded({ 'retry-after': '600' }));
    const stop = new AbortController();
    const model = anthropicModel({ client: { apiKey: goodKey, baseURL: server.url }, env: {} });
    const reply = model.reply(request, { onWait: () => stop.abort() }, stop.signal);
    await expect(reply).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.requests).toHaveLength(1);
  });

  test('ends a stream', async () => {
    const server = await serve({
      kind: 'events',
      events: eventsOf(hello, 'end_turn').slice(0, 4),
      end: 'hang',
    });
    const stop = new AbortController();
    const reply = modelAt(server).model.reply(request, { onText: () => stop.abort() }, stop.signal);
    await expect(reply).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('a proxy of the environment is gone through', async () => {
  const server = await serve(replyOf(hello, 'end_turn'));
  const proxy = await startProxy();
  open.push(proxy);
  const { model } = modelAt(server, { env: { HTTP_PROXY: proxy.url } });
  const reply = await model.reply(request, {}, never);
  expect(reply.content).toEqual(hello);
  expect(proxy.targets).toEqual([new URL(server.url).host]);
});

/** A proxy that tunnels (CONNECT) and notes where to. */
async function startProxy() {
  const targets: string[] = [];
  const server = createServer();
  server.on('connect', (request, client, head) => {
    targets.push(String(request.url));
    const { hostname, port } = new URL(`http://${request.url}`);
    const upstream = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    targets,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
