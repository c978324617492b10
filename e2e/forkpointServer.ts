import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The program as it is shipped, seen from this file's source and from this file compiled. */
const main = ['../dist/bundle/server/main.js', '../bundle/server/main.js']
  .map(path => join(import.meta.dirname, path))
  .find(path => existsSync(path));

/** The real server on a data folder of its own. `address` holds the secret; `origin` does not. */
export interface ForkpointServer {
  address: string;
  origin: string;
  port: number;
  dataFolder: string;
  /** Ends it as Ctrl-C does and waits. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
}

function compiledMain(): string {
  if (!main) throw new Error('build first: npm run build');
  return main;
}

/** A new empty folder below the system's folder for temporary files. */
export function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'forkpoint-e2e-'));
}

/** The environment of the tests' processes: no key, whatever the machine has. */
function cleanEnvironment(extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    ANTHROPIC_API_KEY: _key,
    ANTHROPIC_AUTH_TOKEN: _token,
    FORKPOINT_SECRET: _secret,
    ...rest
  } = process.env;
  return { ...rest, ...extra };
}

/** Starts the server and waits until it says where it listens. */
export async function startServer(options: {
  dataFolder?: string;
  args?: string[];
  port?: number;
  env?: NodeJS.ProcessEnv;
}): Promise<ForkpointServer> {
  const dataFolder = options.dataFolder ?? join(await makeFolder(), 'data');
  const words = [
    '--no-open',
    '--data',
    dataFolder,
    '--port',
    String(options.port ?? 0),
    ...(options.args ?? []),
  ];
  const child = spawn(process.execPath, [compiledMain(), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cleanEnvironment(options.env ?? {}),
  });
  const address = await addressFrom(child);
  const { origin, port } = new URL(address);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    address,
    origin,
    port: Number(port),
    dataFolder,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
  };
}

function addressFrom(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/\S*secret=\S+/.exec(said);
      if (found) resolve(found[0]);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', code =>
      reject(new Error(`the server ended with ${code} before it listened:\n${said}`)),
    );
  });
}

/** Runs the command line to its end. */
export async function runForkpoint(
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [compiledMain(), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cleanEnvironment(env),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', chunk => {
    stdout += chunk;
  });
  child.stderr.on('data', chunk => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code: code ?? 1, stdout, stderr };
}
