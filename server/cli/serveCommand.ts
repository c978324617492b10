import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { isForkpointError } from '../../shared/errors.ts';
import { DEFAULT_PORT, type Environment } from '../config.ts';
import { createApp } from '../http/createApp.ts';
import { bracketed } from '../http/guard.ts';
import { handlersOf } from '../http/handlers.ts';
import { closeServer, listen } from '../http/listen.ts';
import { secretOf } from '../http/secret.ts';
import { eventStreamOf } from '../live/eventStream.ts';
import type { Interrupt } from './interrupt.ts';
import { openBrowser } from './openBrowser.ts';
import { type ExitCode, exitCode, type Output } from './output.ts';
import type { Services } from './services.ts';

export interface ServeOptions {
  dataFolder: string;
  paths: readonly string[];
  /** Undefined: the usual one. */
  port: number | undefined;
  /** Already checked; null: this machine only. */
  host: string | null;
  isBrowserWanted: boolean;
}

const DEMO = 'derailed';

/** Bundled, this module lies in `dist/bundle/server`, and the page in `dist/web`. */
const pageFolder = fileURLToPath(new URL('../../web', import.meta.url));

/** `forkpoint`: opens the debugger and serves it until Ctrl-C. */
export async function serve(
  options: ServeOptions,
  services: Services,
  environment: Environment,
  output: Output,
  interrupt: Interrupt,
): Promise<ExitCode> {
  const interrupted = new Promise<void>(resolve => interrupt.onFirst(resolve));
  const secret = await secretOf(options.dataFolder, environment.secret);
  const opened: string[] = [];
  for (const path of options.paths) opened.push(await services.commands.openPath(path));
  services.index.watch();
  const tickets = singleUse();
  const stream = eventStreamOf(services.hub);
  const app = createApp({
    guard: { secret, host: options.host, takeTicket: tickets.take },
    handlers: handlersOf(services),
    events: stream.handle,
    pageFolder,
    onInternalError: services.onError,
  });
  const wanted = options.port ?? DEFAULT_PORT;
  const { server, port } = await listen(app, options.host, wanted);
  const shown = opened[0] ?? (await demoOfEmptyFolder(services));
  const addressWith = (key: string) => addressOf(options.host, port, shown, key);
  if (wanted !== 0 && port !== wanted) output.note(`Port ${wanted} is taken; this is port ${port}.`);
  output.json({ url: addressWith(secret), port, dataFolder: options.dataFolder, runs: opened });
  output.say(welcome(services.version, addressWith(secret), options.dataFolder));
  if (options.isBrowserWanted) {
    const couldNotOpen = () => output.note('No browser could be opened. Open the address above yourself.');
    await openBrowser(addressWith(tickets.make()), couldNotOpen);
  }
  await interrupted;
  output.note('Stopping. Runs stop at a scene that can be resumed.');
  stream.close();
  await closeServer(server);
  return exitCode.done;
}

/** A new folder gets the demo; one that another process is starting right now is the same one. */
async function demoOfEmptyFolder(services: Services): Promise<string | null> {
  if (!(await services.index.isEmpty())) return null;
  try {
    return await services.commands.startRun({ scenario: DEMO, run: DEMO });
  } catch (error) {
    if (isForkpointError(error, 'name-taken')) return DEMO;
    throw error;
  }
}

function addressOf(host: string | null, port: number, run: string | null, secret: string): string {
  const name = host === null || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : bracketed(host);
  const path = run === null ? '/' : `/runs/${run}`;
  return `http://${name}:${port}${path}?secret=${encodeURIComponent(secret)}`;
}

function welcome(version: string, address: string, dataFolder: string): string {
  return `
  Forkpoint ${version}

  Open   ${address}
  Data   ${dataFolder}
  Stop   Ctrl-C
`;
}

/** Other people of this machine can read a browser's command line: what stands there is good once, for a minute. */
function singleUse() {
  const tickets = new Set<string>();
  return {
    make() {
      const ticket = randomBytes(32).toString('base64url');
      tickets.add(ticket);
      setTimeout(() => tickets.delete(ticket), 60_000).unref();
      return ticket;
    },
    take: (ticket: string) => tickets.delete(ticket),
  };
}
