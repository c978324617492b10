import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isForkpointError, type Problem } from '../../shared/errors.ts';
import { RUN_VERSION, type RunRecord, runRecordSchema } from '../../shared/runRecord.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { inspectFile } from './inspectFile.ts';
import { refuseNewer } from './versionDoor.ts';

/** The record of a run, and a copy that some tools and editors leave, for when the first is lost. */
export const runFileNames = ['run.json', 'run.json.bak'] as const;

/**
 * Reads `run.json`, or its copy where it cannot be read. Neither is ever written here.
 * @returns no record where none can be read, with the reasons
 */
export async function readRunRecord(
  folder: string,
): Promise<{ record: RunRecord | null; problems: Problem[] }> {
  const root = await realpath(folder);
  const problems: Problem[] = [];
  for (const name of runFileNames) {
    try {
      const path = join(folder, name);
      if ((await inspectFile(path, root)) === null) continue;
      const bytes = await readIfThere(path);
      if (bytes !== null) return { record: runRecordFromText(bytes.toString('utf8'), name), problems };
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      problems.push(error.toProblem());
    }
  }
  return { record: null, problems };
}

function runRecordFromText(text: string, where: string): RunRecord {
  const value = parseJson(text, where);
  refuseNewer(value, RUN_VERSION, where);
  return checked(runRecordSchema, value, where);
}
