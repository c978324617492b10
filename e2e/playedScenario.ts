import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ForkpointServer, makeFolder, runForkpoint, startServer } from './forkpointServer.ts';
import { type RunFolder, runFolder } from './runFolder.ts';

/** A scenario of a test's own, played on a server of its own. Its run has the scenario's id. */
export interface PlayedScenario {
  server: ForkpointServer;
  folder: RunFolder;
}

/**
 * Plays a scenario until it ends or waits at the gate.
 * @param id its `id`, for the folder and the run
 * @param yaml its `scenario.yaml`
 * @param words more of the command line, as `--effects ask`
 */
export async function playScenario(
  id: string,
  yaml: string,
  words: readonly string[] = [],
): Promise<PlayedScenario> {
  const scenarios = await makeFolder();
  await mkdir(join(scenarios, id));
  await writeFile(join(scenarios, id, 'scenario.yaml'), yaml);
  const env = { FORKPOINT_SCENARIOS: scenarios };
  const server = await startServer({ env });
  const data = ['--json', '--data', server.dataFolder];
  const { code, stderr } = await runForkpoint(['run', '--scenario', id, '--run', id, ...words, ...data], env);
  if (code !== DONE && code !== WAITING) throw new Error(`the scenario ended with ${code}:\n${stderr}`);
  return { server, folder: runFolder(server.dataFolder, id) };
}

/** How the command line ends when the run is over, and when it waits at the gate. */
const DONE = 0;
const WAITING = 3;
