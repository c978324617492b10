import { join } from 'node:path';
import { isForkpointError, type Problem } from '../../shared/errors.ts';
import { GATE_VERSION, type GateRecord, gateRecordSchema, type Question } from '../../shared/gate.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { setAsideProblems } from '../disk/setAside.ts';
import { FileMemo } from './fileMemo.ts';
import { refuseNewer } from './versionDoor.ts';

/** Questions at the gate and their answers, in the folder of a run. */
export const gateFileName = 'gate.json';

/** What reading the gate of a folder gave. A file that cannot be read gives a problem, and no questions. */
export interface GateReading {
  questions: Question[];
  problems: Problem[];
}

/** Reads the gate of a run again and again; an unchanged file is not opened again. */
export class GateReader {
  private readonly memo = new FileMemo<GateReading>();

  /** @param root the real path of the run's folder */
  async read(root: string): Promise<GateReading> {
    const path = join(root, gateFileName);
    try {
      return await this.memo.get(path, root, async () => {
        const bytes = await readIfThere(path);
        const questions = bytes === null ? [] : gateRecordFromText(bytes.toString('utf8')).questions;
        return { questions, problems: await setAsideProblems(path) };
      });
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      return { questions: [], problems: [error.toProblem()] };
    }
  }
}

/**
 * The door for `gate.json`: the parsed original, checked.
 * @throws ForkpointError `empty-file`, `bad-json`, `bad-shape`, `newer-version`
 */
export function gateRecordFromText(text: string): GateRecord {
  const value = parseJson(text, gateFileName);
  refuseNewer(value, GATE_VERSION, gateFileName);
  return checked(gateRecordSchema, value, gateFileName);
}
