import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RouteName, routes } from '../../../shared/api.ts';
import { ForkpointError } from '../../../shared/errors.ts';
import { EventHub } from '../../live/eventHub.ts';
import { type EventStream, eventStreamOf } from '../../live/eventStream.ts';
import { createApp } from '../createApp.ts';
import type { GuardOptions } from '../guard.ts';
import { closeServer, listen } from '../listen.ts';
import type { Handlers } from '../mountRoutes.ts';

export const TEST_SECRET = 'a-secret-of-the-tests-0123456789';

export interface TestServer {
  port: number;
  folder: string;
  hub: EventHub;
  /** The names of the handlers that were reached, in order. */
  reached: string[];
  send(path: string, options?: SendOptions): Promise<TestReply>;
  close(): Promise<void>;
}
export interface SendOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}
export interface TestReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** The headers that a client of ours sends. */
export const asOurs = { authorization: `Bearer ${TEST_SECRET}`, 'content-type': 'application/json' };

/** The real app on a free port, with handlers that only note that they were reached. */
export async function startTestServer(change: Partial<GuardOptions> = {}): Promise<TestServer> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-http-')));
  const pageFolder = join(folder, 'page');
  await mkdir(join(pageFolder, 'assets'), { recursive: true });
  await writeFile(join(pageFolder, 'index.html'), '<!doctype html><title>the page</title>');
  await writeFile(join(pageFolder, 'assets/main-1a2b.js'), 'export {};');
  const reached: string[] = [];
  const hub = new EventHub();
  const stream = eventStreamOf(hub);
  const app = createApp({
    guard: { secret: TEST_SECRET, host: null, ...change },
    handlers: notingHandlers(reached),
    events: noting(reached, stream),
    pageFolder,
  });
  const { server, port } = await listen(app, null, 0);
  return {
    port,
    folder,
    hub,
    reached,
    send: (path, options = {}) => send(port, path, options),
    close: () => closeAll(server, stream, folder),
  };
}

function noting(reached: string[], stream: EventStream): EventStream['handle'] {
  return (request, response) => {
    reached.push('events');
    stream.handle(request, response);
  };
}

function notingHandlers(reached: string[]): Handlers {
  const note = (name: string) => async () => {
    reached.push(name);
    throw new ForkpointError('no-such-run', { run: name });
  };
  const names = Object.keys(routes) as RouteName[];
  return Object.fromEntries(names.map(name => [name, note(name)])) as Record<RouteName, () => Promise<never>>;
}

/** A raw request: unlike `fetch` it sends any Host, any path and any Origin as they are. Ends at the headers of a stream. */
function send(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: SendOptions,
): Promise<TestReply> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, response => {
      let text = '';
      const done = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        done();
        response.destroy();
        return;
      }
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk;
      });
      response.on('end', done);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function closeAll(server: Server, stream: EventStream, folder: string): Promise<void> {
  stream.close();
  await closeServer(server);
  await rm(folder, { recursive: true, maxRetries: 5 });
}
