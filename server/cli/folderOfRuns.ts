import { join, resolve } from 'node:path';
import { branchFromFolderName } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { listIfThere, statIfThere } from '../disk/readIfThere.ts';

/** The runs in a data folder, or none where the path is anything else: a run's own folder, a transcript, nothing. */
export async function runsIn(path: string): Promise<string[]> {
  if (!(await statIfThere(resolve(path)))?.isDirectory()) return [];
  const items = (await listIfThere(resolve(path))) ?? [];
  if (items.some(item => item.name === 'run.json' || branchFromFolderName(item.name) !== null)) return [];
  const runs: string[] = [];
  for (const item of items.filter(entry => entry.isDirectory())) {
    const folder = join(resolve(path), item.name);
    if ((await statIfThere(join(folder, 'run.json'))) !== null) runs.push(folder);
  }
  return runs;
}

/** A single word that names nothing is a command that was mistyped rather than a path. @throws ForkpointError `bad-request` */
async function refuseMistypedCommand(path: string): Promise<void> {
  if (!/^[a-z][a-z-]*$/i.test(path) || (await statIfThere(resolve(path))) !== null) return;
  throw new ForkpointError('bad-request', {
    detail: `“${path}” is no command, and no such path is here; see --help`,
  });
}

/** What a command line's paths mean: one data folder alone is worked in, like `--data`; anything else is opened. @throws ForkpointError `bad-request` */
export async function placesOf(
  paths: readonly string[],
  dataFolder: string | undefined,
): Promise<{ dataFolder: string | undefined; opened: string[] }> {
  for (const path of paths) await refuseMistypedCommand(path);
  const runs = await Promise.all(paths.map(runsIn));
  const [only] = paths;
  if (paths.length === 1 && only !== undefined && dataFolder === undefined && runs[0]?.length) {
    return { dataFolder: only, opened: [] };
  }
  const opened = paths.flatMap((path, index) => (runs[index]?.length ? runs[index] : [path]));
  return { dataFolder, opened };
}
