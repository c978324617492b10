import { join } from 'node:path';
import { readIfThere } from '../disk/readIfThere.ts';

/** Names of variables that hold what must not be given away. */
const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** The secrets of this process's environment, and the data folder's own. */
export async function knownSecrets(env: NodeJS.ProcessEnv, dataFolder: string): Promise<string[]> {
  const ofEnvironment = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && secretName.test(name) ? [value] : [],
  );
  const own = await readIfThere(join(dataFolder, 'secret'));
  return own === null ? ofEnvironment : [...ofEnvironment, own.toString('utf8').trim()];
}
