import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { MAIN } from '../../shared/branch.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { checkedName } from '../../shared/name.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import { writeError } from '../disk/diskCalls.ts';
import { ledgerFileName } from '../disk/ledger.ts';
import { writeNewFolder } from '../disk/newFolder.ts';
import { listIfThere, statIfThere } from '../disk/readIfThere.ts';
import { sweepLeftovers } from '../disk/sweep.ts';
import { writeFileExclusive } from '../disk/writeFileAtomic.ts';
import { branchFileName } from '../sources/branchRecord.ts';
import { newBranchRecord } from './branchView.ts';
import { FileRun, type OpenOptions } from './fileRun.ts';
import type { MainOptions, RunStore } from './runStore.ts';

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
      [`checkpoints/${ledgerFileName}`]: '[]',
      [`checkpoints/${branchFileName}`]: JSON.stringify(main, null, 2),
    }),
  );
  return openRun(folder, { id, cacheFolder, readOnly: false });
}

/**
 * Makes the data folder where it is missing. A folder that was there already is never hidden from git, except under
 * the usual name; one that may only be read is taken as it is.
 */
export async function makeDataFolder(dataFolder: string): Promise<void> {
  try {
    const wasMissing = (await mkdir(dataFolder, { recursive: true })) !== undefined;
    if (wasMissing || basename(dataFolder) === '.forkpoint') await hideFromGit(dataFolder);
  } catch (error) {
    throw writeError(error, dataFolder);
  }
}

async function hideFromGit(folder: string): Promise<void> {
  const path = join(folder, '.gitignore');
  if ((await statIfThere(path)) !== null) return;
  try {
    await writeFileExclusive(path, '*\n');
  } catch (error) {
    // Whoever writes a run here next is told of it then.
    const harmless = ['already-saved', 'write-failed', 'disk-full'] as const;
    if (!harmless.some(code => isForkpointError(error, code))) throw error;
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

/** Files that lie beside the runs, also where they are not made yet. */
const filesOfDataFolder = ['secret', 'opened.json'];

/** @throws ForkpointError `name-taken` where the data folder has a run or a file of that name, in any case */
export async function refuseTaken(dataFolder: string, id: string): Promise<void> {
  const present = ((await listIfThere(dataFolder)) ?? []).map(entry => entry.name.toLowerCase());
  const names = [...filesOfDataFolder, ...present];
  if (names.includes(id.toLowerCase())) throw new ForkpointError('name-taken', { name: id });
}
