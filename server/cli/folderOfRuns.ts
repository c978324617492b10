import { join, resolve } from 'node:path';
import { branchFromFolderName } from '../../shared/branch.ts';
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

/** What a command line's paths mean: one data folder alone is worked in, like `--data`; anything else is opened. */
export async function placesOf(
  paths: readonly string[],
  dataFolder: string | undefined,
): Promise<{ dataFolder: string | undefined; opened: string[] }> {
  const runs = await Promise.all(paths.map(runsIn));
  const [only] = paths;
  if (paths.length === 1 && only !== undefined && dataFolder === undefined && runs[0]?.length) {
    return { dataFolder: only, opened: [] };
  }
  const opened = paths.flatMap((path, index) => (runs[index]?.length ? runs[index] : [path]));
  return { dataFolder, opened };
}
