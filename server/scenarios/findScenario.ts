import { join } from 'node:path';
import { ForkpointError, type Problem, problemFromError } from '../../shared/errors.ts';
import { problemOfName } from '../../shared/name.ts';
import { listIfThere, statIfThere } from '../disk/readIfThere.ts';
import { loadScenario, scenarioFile } from './loadScenario.ts';
import type { Scenario } from './scenario.ts';
import { scenarioFolders } from './scenarioFolders.ts';

/** All scenarios, by id; one that cannot be read is listed with its problem and keeps none of the others away. */
export interface ScenarioList {
  scenarios: Scenario[];
  problems: { id: string; problem: Problem }[];
}

/**
 * A scenario by its id.
 * @param folders where to look; the first that has it counts
 * @throws ForkpointError `no-such-scenario`; `bad-shape` where its file is wrong
 */
export async function findScenario(id: string, folders = scenarioFolders()): Promise<Scenario> {
  if (problemOfName(id) === null) {
    for (const parent of folders) {
      const folder = join(parent, id);
      if ((await statIfThere(scenarioFile(folder)))?.isFile()) return await loadScenario(folder);
    }
  }
  throw new ForkpointError('no-such-scenario', { scenario: id });
}

/** Every scenario of `folders`, sorted by id. A missing folder holds none. */
export async function listScenarios(folders = scenarioFolders()): Promise<ScenarioList> {
  const ids = new Set((await Promise.all(folders.map(idsIn))).flat());
  const list: ScenarioList = { scenarios: [], problems: [] };
  for (const id of [...ids].sort()) {
    try {
      list.scenarios.push(await findScenario(id, folders));
    } catch (error) {
      if (!(error instanceof ForkpointError)) throw error;
      list.problems.push({ id, problem: problemFromError(error) });
    }
  }
  return list;
}

async function idsIn(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for (const entry of (await listIfThere(folder)) ?? []) {
    const mayBeFolder = entry.isDirectory() || entry.isSymbolicLink();
    if (!mayBeFolder || problemOfName(entry.name) !== null) continue;
    if ((await statIfThere(scenarioFile(join(folder, entry.name)))) !== null) ids.push(entry.name);
  }
  return ids;
}
