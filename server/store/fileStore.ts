import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type EffectsMode, MAIN } from '../../shared/branch.ts';
import type { RequestSettings } from '../../shared/checkpoint.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { checkedName } from '../../shared/name.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import { writeError } from '../disk/diskCalls.ts';
import { writeNewFolder } from '../disk/newFolder.ts';
import { listIfThere } from '../disk/readIfThere.ts';
import { sweepLeftovers } from '../disk/sweep.ts';
import { writeFileExclusive } from '../disk/writeFileAtomic.ts';
import { branchFileName } from '../sources/branchRecord.ts';
import { newBranchRecord } from './branchView.ts';
import { FileRun, type OpenOptions } from './fileRun.ts';
import type { RunStore } from './runStore.ts';

/** What a new run's `main` starts with. */
export interface MainOptions {
  effects?: EffectsMode;
  settings?: RequestSettings;
}

/** Opens a run folder of ours, or a folder of checkpoints made by another program. Writes nothing until an act. */
export function openRun(folder: string, options: OpenOptions): RunStore {
  return new FileRun(folder, options);
}

/**
 * Makes the folder of a run, complete or not at all: its record and an empty branch `main` with an empty ledger.
 * @param dataFolder made where it is missing; then it also says to git that nothing in it belongs there
 * @throws ForkpointError `name-taken` (letters' case makes no difference), `bad-name`, `disk-full`, `write-failed`
 */
export async function createRun(
  dataFolder: string,
  record: RunRecord,
  options: MainOptions & Pick<OpenOptions, 'cacheFolder'>,
): Promise<RunStore> {
  const id = checkedName(record.id);
  await makeDataFolder(dataFolder);
  await sweepLeftovers(dataFolder, 60_000);
  await refuseTaken(dataFolder, id);
  const { effects = 'ask', settings = {}, cacheFolder } = options;
  const main = { ...newBranchRecord(MAIN), effects, settings };
  const folder = join(dataFolder, id);
  await asNameTaken(id, () =>
    writeNewFolder(folder, {
      'run.json': JSON.stringify(record, null, 2),
      'checkpoints/effects.json': '[]',
      [`checkpoints/${branchFileName}`]: JSON.stringify(main, null, 2),
    }),
  );
  return openRun(folder, { id, cacheFolder, readOnly: false });
}

/** Makes the data folder where it is missing. A folder that was there already is never hidden from git. */
export async function makeDataFolder(dataFolder: string): Promise<void> {
  try {
    const wasMissing = (await mkdir(dataFolder, { recursive: true })) !== undefined;
    if (!wasMissing && basename(dataFolder) !== '.forkpoint') return;
    await writeFileExclusive(join(dataFolder, '.gitignore'), '*\n');
  } catch (error) {
    if (!isForkpointError(error, 'already-saved')) throw writeError(error, dataFolder);
  }
}

/** Somebody else may have taken the name since it was looked up. */
async function asNameTaken(name: string, make: () => Promise<void>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if (isForkpointError(error, 'already-saved'))
      throw new ForkpointError('name-taken', { name }, { cause: error });
    throw error;
  }
}

async function refuseTaken(dataFolder: string, id: string): Promise<void> {
  const names = ((await listIfThere(dataFolder)) ?? []).map(entry => entry.name.toLowerCase());
  if (names.includes(id.toLowerCase())) throw new ForkpointError('name-taken', { name: id });
}
