import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folders in which scenarios are looked for, a person's own first, so that they can replace one of ours.
 * @param env `FORKPOINT_SCENARIOS` names a person's own folder of scenario folders
 */
export function scenarioFolders(env: NodeJS.ProcessEnv = process.env): string[] {
  const own = env.FORKPOINT_SCENARIOS;
  return [...(own ? [resolve(own)] : []), builtInScenarios()];
}

/**
 * Ours. Their YAML and project files are not compiled and stay in `server/scenarios`, where this module lies too when
 * it runs from source; bundled it runs from `dist/bundle/server`.
 */
export function builtInScenarios(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const fromSource = resolve(here, '../../../server/scenarios');
  return existsSync(resolve(here, 'derailed/scenario.yaml')) ? here : fromSource;
}
