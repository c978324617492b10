import { join } from 'node:path';
import { isForkpointError } from '../../shared/errors.ts';
import type { GateRecord } from '../../shared/gate.ts';
import { acquireLockPatiently } from '../disk/lock.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { setAside } from '../disk/setAside.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import { gateFileName, gateRecordFromText } from '../sources/gateFile.ts';
import { emptyGate, type GateStore } from './gateStore.ts';

/** Who writes what the branches of a run share. */
export const runLockName = 'run.lock';

/**
 * The gate of a run in its folder: `gate.json`, written under `run.lock`. A file that cannot be parsed holds no yes; it
 * is kept aside before another takes its place.
 * @param folderOf the run's folder
 */
export function fileGate(folderOf: () => Promise<string>): GateStore {
  return {
    read: async () => (await readGate(join(await folderOf(), gateFileName))).record,
    async locked(work) {
      const folder = await folderOf();
      const lock = await acquireLockPatiently(join(folder, runLockName), runLockName);
      try {
        const path = join(folder, gateFileName);
        const { record, unparsed } = await readGate(path);
        const write = async (next: GateRecord) => {
          await lock.check();
          if (unparsed !== null) await setAside(path, unparsed);
          await writeFileAtomic(path, JSON.stringify(next, null, 2));
        };
        return await work({ record, write });
      } finally {
        await lock.release();
      }
    },
  };
}

/** The record, and the bytes of a file that holds none. */
async function readGate(path: string): Promise<{ record: GateRecord; unparsed: Buffer | null }> {
  const bytes = await readIfThere(path);
  if (bytes === null) return { record: emptyGate, unparsed: null };
  try {
    return { record: gateRecordFromText(bytes.toString('utf8')), unparsed: null };
  } catch (error) {
    if (!isForkpointError(error) || error.code === 'newer-version') throw error;
    return { record: emptyGate, unparsed: bytes };
  }
}
