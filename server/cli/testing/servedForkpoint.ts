import { PassThrough } from 'node:stream';
import { type ReplyOf, type RouteName, routes } from '../../../shared/api.ts';
import { checked } from '../../../shared/schema.ts';
import { runCommandLine } from '../commandLine.ts';
import type { ExitCode } from '../output.ts';
import { realParts } from '../realParts.ts';

/** The whole server, in the test's own process. */
export interface ServedForkpoint {
  url: URL;
  port: number;
  secret: string;
  stderr(): string;
  /** A request with the secret. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** A request of the table whose reply is checked. */
  get<R extends RouteName>(name: R, path: string): Promise<ReplyOf<R>>;
  post(path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Ctrl-C. */
  stop(): Promise<ExitCode>;
}

/** Starts `forkpoint` with these words on a free port and waits until it says where it listens. */
export async function serveForkpoint(words: string[], env: NodeJS.ProcessEnv = {}): Promise<ServedForkpoint> {
  const stdout = new PassThrough({ encoding: 'utf8' });
  const stderr = new PassThrough({ encoding: 'utf8' });
  let said = '';
  stderr.on('data', chunk => {
    said += chunk;
  });
  let interrupt: () => void = () => undefined;
  const ended = runCommandLine(['--no-open', '--json', '--port', '0', ...words], {
    stdout,
    stderr,
    env: { CI: 'true', ...env },
    platform: 'linux',
    interrupt: {
      onFirst: listener => {
        interrupt = listener;
      },
    },
    parts: realParts,
  });
  const first = new Promise<string>(resolve => stdout.once('data', resolve));
  const failed = ended.then(code => Promise.reject(new Error(`ended with ${code}: ${said}`)));
  const text = await Promise.race([first, failed]);
  const { url: address, port } = JSON.parse(text) as { url?: string; port: number };
  const url = new URL(address ?? (await failed));
  const secret = url.searchParams.get('secret') ?? '';
  const send = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, url), {
      ...init,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...init.headers },
    });
  return {
    url,
    port,
    secret,
    send,
    stderr: () => said,
    get: async <R extends RouteName>(name: R, path: string) =>
      checked(routes[name].reply, await (await send(path)).json(), path) as ReplyOf<R>,
    async post(path, body) {
      const response = await send(path, { method: 'POST', body: JSON.stringify(body) });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    stop() {
      interrupt();
      return ended;
    },
  };
}
