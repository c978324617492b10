import { cp } from 'node:fs/promises';
import { test as demoTest, expect } from './fixtures.ts';
import { makeFolder, runForkpoint } from './forkpointServer.ts';

export const split = 'Split it in two services.';
export const queue = 'Keep one, add a queue.';

/** Acts on the demo from the command line, as fast as it goes. */
export async function act(dataFolder: string, ...words: string[]): Promise<void> {
  const { code, stderr } = await runForkpoint([...words, '--data', dataFolder]);
  expect([0, 3], stderr).toContain(code);
}

export const fork = (dataFolder: string, name: string, from: string, ...words: string[]) =>
  act(dataFolder, 'fork', 'derailed', '--from', from, '--name', name, ...words);

/** The demo with its two plans played to their ends, in a dry run. */
export const test = demoTest.extend<object, { playedDemo: string }>({
  playedDemo: [
    async ({ playedDemo }, use) => {
      const folder = await makeFolder();
      await cp(playedDemo, folder, { recursive: true, preserveTimestamps: true });
      const dry = ['--go', '--pace', '0', '--effects', 'dry-run'];
      await fork(folder, 'plan-b', 'main:14-B', '--say', split, ...dry);
      await fork(folder, 'plan-c', 'main:14-B', '--say', queue, ...dry);
      await use(folder);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
