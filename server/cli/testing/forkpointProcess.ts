import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command line as it is shipped: `npm run bundle` first. */
const main = fileURLToPath(new URL('../../../dist/bundle/server/main.js', import.meta.url));

export interface ForkpointProcess {
  child: ChildProcess;
  /** What it has said so far. */
  said: { stdout: string; stderr: string };
  /** Resolves when it has ended and everything it said is read. */
  ended: Promise<number | null>;
  /** Resolves once stdout or stderr holds the text; fails if it ends before. */
  says(text: string): Promise<void>;
}

/** Starts `forkpoint` with scenarios of the tests' own, and without keys or browsers, whatever the machine has. */
export function forkpoint(folder: string, words: string[], env: NodeJS.ProcessEnv = {}): ForkpointProcess {
  const {
    ANTHROPIC_API_KEY: _key,
    ANTHROPIC_AUTH_TOKEN: _token,
    FORKPOINT_SECRET: _secret,
    ...rest
  } = process.env;
  const child = spawn(process.execPath, [main, ...words], {
    cwd: folder,
    env: { ...rest, CI: 'true', FORKPOINT_SCENARIOS: join(folder, 'scenarios'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', chunk => {
      said[name] += chunk;
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    said,
    ended,
    says: text =>
      new Promise((resolve, reject) => {
        const look = () => {
          if ((said.stdout + said.stderr).includes(text)) resolve();
        };
        listeners.add(look);
        look();
        ended.then(
          () => reject(new Error(`ended without saying “${text}”:\n${said.stdout}${said.stderr}`)),
          reject,
        );
      }),
  };
}

/** Writes a scenario that lists its folder `turns` times and is done. */
export async function writeScenario(folder: string, id: string, turns: number, paceMs = 0): Promise<void> {
  const reply = '  - { text: I look around., calls: [{ tool: list_dir, input: { path: . } }] }\n';
  const yaml = `id: ${id}
title: A short one
task: Look around.
paceMs: ${paceMs}
replies:
${reply.repeat(turns)}  - text: Nothing here.
`;
  await mkdir(join(folder, 'scenarios', id), { recursive: true });
  await writeFile(join(folder, 'scenarios', id, 'scenario.yaml'), yaml);
}
