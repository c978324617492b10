import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BranchRecord } from '../../shared/branch.ts';
import { isForkpointError, type Problem } from '../../shared/errors.ts';
import { findLedger, readLedger } from '../disk/ledger.ts';
import { liveOwner } from '../disk/lock.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { branchFileName, branchRecordFromText } from './branchRecord.ts';
import { type LedgerRow, ledgerRows } from './effectRows.ts';
import { FileMemo } from './fileMemo.ts';
import type { BranchFolder } from './folderLayout.ts';
import { inspectFile } from './inspectFile.ts';
import { type JournalReading, journalFileName, readJournalRows } from './journalRows.ts';

/** What lies in a branch folder beside its checkpoints. */
export interface BranchFiles {
  record: BranchRecord | null;
  recordProblem: Problem | null;
  ledger: { rows: LedgerRow[]; problems: Problem[] };
  journal: JournalReading;
  /** Words of the live owner of its lock, or null. */
  owner: string | null;
}

const lockFileName = 'lock';
const noJournal: JournalReading = { rows: [], classes: new Map(), problems: [] };

/** Reads the record, ledger, journal and lock of branch folders; unchanged files are not opened again. */
export class BranchFilesReader {
  private readonly records = new FileMemo<BranchRecord | null>();
  private readonly ledgers = new FileMemo<BranchFiles['ledger']>();
  private readonly journals = new FileMemo<JournalReading>();

  /** @param root the real path of the opened folder */
  async read({ branch, path, inRun }: BranchFolder, root: string): Promise<BranchFiles> {
    const where = inRun === '' ? branch : inRun;
    const [record, ledger, journal, owner] = await Promise.all([
      problemOr(() => this.readRecord(path, root, where)),
      problemOr(() => this.readLedgerRows(path)),
      problemOr(() => this.readJournal(path, root, branch)),
      problemOr(() => this.readOwner(join(path, lockFileName), root)),
    ]);
    return {
      record: record.value ?? null,
      recordProblem: record.problem,
      ledger: ledger.value ?? { rows: [], problems: listed(ledger.problem) },
      journal: journal.value ?? { ...noJournal, problems: listed(journal.problem) },
      owner: owner.value ?? null,
    };
  }

  /** How many moves the record has now; 0 where it cannot be read. */
  async moveCount({ branch, path, inRun }: BranchFolder, root: string): Promise<number> {
    const where = inRun === '' ? branch : inRun;
    const { value } = await problemOr(() => this.readRecord(path, root, where));
    return value?.moves.length ?? 0;
  }

  private async readRecord(folder: string, root: string, where: string): Promise<BranchRecord | null> {
    const path = join(folder, branchFileName);
    return await this.records.get(path, root, async () => {
      const bytes = await readIfThere(path);
      return bytes === null
        ? null
        : branchRecordFromText(bytes.toString('utf8'), `${where}/${branchFileName}`);
    });
  }

  private async readLedgerRows(folder: string): Promise<BranchFiles['ledger']> {
    const path = await findLedger(folder);
    // It may lie beside the folder that was opened, never elsewhere.
    return await this.ledgers.get(path, await realpath(dirname(path)), async () => {
      const { effects, problems } = await readLedger(path);
      return { rows: ledgerRows(effects), problems };
    });
  }

  private async readOwner(path: string, root: string): Promise<string | null> {
    return (await inspectFile(path, root)) === null ? null : await liveOwner(path);
  }

  private async readJournal(folder: string, root: string, branch: string): Promise<JournalReading> {
    const path = join(folder, journalFileName);
    return await this.journals.get(path, root, () => readJournalRows(path, branch));
  }
}

async function problemOr<T>(read: () => Promise<T>): Promise<{ value: T | null; problem: Problem | null }> {
  try {
    return { value: await read(), problem: null };
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return { value: null, problem: error.toProblem() };
  }
}

function listed(problem: Problem | null): Problem[] {
  return problem === null ? [] : [problem];
}
