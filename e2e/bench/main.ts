import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** All benches, or those whose names are given: `browser`, and what `server/bench/main.ts` names. */
const names = process.argv.slice(2);
const browser = 'browser';
const ofServer = names.filter(name => name !== browser);

function run(path: string, words: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, path), ...words], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (names.length === 0 || ofServer.length > 0) run('../../server/bench/main.js', ofServer);
if (names.length === 0 || names.includes(browser)) run('browserBench.js', []);
