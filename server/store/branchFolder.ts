import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BranchRecord } from '../../shared/branch.ts';
import { parseCheckpointFileName } from '../../shared/checkpoint.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { systemCode, writeError } from '../disk/diskCalls.ts';
import { listIfThere, readIfThere, statIfThere } from '../disk/readIfThere.ts';
import { setAside } from '../disk/setAside.ts';
import {
  renameWithRetries,
  syncFolder,
  writeFileAtomic,
  writeFileExclusive,
} from '../disk/writeFileAtomic.ts';
import { branchFileName, branchRecordFromText } from '../sources/branchRecord.ts';
import { NO_MOVE, type Placement } from './moves.ts';

/** The files of one branch on disk: its record, its checkpoints, and what moves left behind. */
export class BranchFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * `branch.json`, or null where there is none or it cannot be parsed.
   * @throws ForkpointError `newer-version`, `unreadable-file`
   */
  async readRecord(): Promise<BranchRecord | null> {
    const bytes = await readIfThere(join(this.path, branchFileName));
    return bytes === null ? null : recordFromBytes(bytes, this.path);
  }

  /** Writes `branch.json`. One that cannot be parsed is kept aside first. */
  async writeRecord(record: BranchRecord): Promise<void> {
    const path = join(this.path, branchFileName);
    const present = await readIfThere(path);
    if (present !== null && recordFromBytes(present, this.path) === null) await setAside(path, present);
    await writeFileAtomic(path, JSON.stringify(record, null, 2));
  }

  /** @throws ForkpointError `already-saved`, `disk-full`, `write-failed` */
  async saveCheckpoint(fileName: string, text: string): Promise<void> {
    await writeFileExclusive(join(this.path, fileName), text);
  }

  /** Puts the bytes of an ancestor's scene into `superseded/<k>/`, from where tidying brings them to their place. */
  async copyIn(fileName: string, bytes: Uint8Array, k: number): Promise<void> {
    await writeFileExclusive(join(await this.folderOfMove(k), fileName), bytes);
  }

  /** The numbers below `superseded/`. */
  async moveFolders(): Promise<number[]> {
    const entries = (await listIfThere(join(this.path, superseded))) ?? [];
    return entries.filter(entry => /^\d{1,9}$/.test(entry.name)).map(entry => Number(entry.name));
  }

  /** What tells that nobody else acted on a branch, at the price of one listing. */
  async mark(): Promise<BranchMark> {
    const [record, entries] = await Promise.all([
      readIfThere(join(this.path, branchFileName)),
      listIfThere(this.path),
    ]);
    const names = (entries ?? []).map(entry => entry.name).filter(name => parseCheckpointFileName(name));
    return { record: record?.toString('utf8') ?? '', names: new Set(names) };
  }

  /**
   * Moves files to where the moves of the head say they belong; what leaves goes first. Only renames, each of which
   * leaves a state that readers understand; nothing is replaced. Doing it again finishes what a crash cut off.
   * @param fileOf the present path of a row's file
   */
  async tidy(placements: readonly Placement[], fileOf: (file: string) => string): Promise<void> {
    const leaving = placements.filter(placement => placement.folderOfMove !== null);
    const returning = placements.filter(placement => placement.folderOfMove === null);
    try {
      for (const { row, folderOfMove } of leaving) {
        await this.setAsideScene(fileOf(row.file), folderOfMove ?? NO_MOVE);
      }
      for (const { row } of returning) {
        const target = join(this.path, basename(row.file));
        if (await isThere(target)) await this.setAsideScene(target, NO_MOVE);
        await moveFile(fileOf(row.file), target);
      }
      for (const k of new Set(placements.map(({ row, folderOfMove }) => folderOfMove ?? row.folderOfMove))) {
        if (k !== null) await syncFolder(await this.folderOfMove(k));
      }
      await syncFolder(this.path);
    } catch (error) {
      throw writeError(error, this.path);
    }
  }

  /** Into `superseded/<k>/`, or where that name is taken there, into the next folder in which it is free. */
  private async setAsideScene(from: string, k: number): Promise<void> {
    for (const folder of numbersFrom(k, await this.moveFolders())) {
      const target = join(await this.folderOfMove(folder), basename(from));
      if (!(await isThere(target))) return await moveFile(from, target);
    }
  }

  pathOfMove(k: number): string {
    return join(this.path, superseded, String(k));
  }

  private async folderOfMove(k: number): Promise<string> {
    const folder = this.pathOfMove(k);
    try {
      if ((await mkdir(folder, { recursive: true })) !== undefined) {
        await syncFolder(join(this.path, superseded));
        await syncFolder(this.path);
      }
      return folder;
    } catch (error) {
      throw writeError(error, folder);
    }
  }
}

/** The bytes of the record and the names of the checkpoints. */
export interface BranchMark {
  record: string;
  names: ReadonlySet<string>;
}

const superseded = 'superseded';

function recordFromBytes(bytes: Buffer, folder: string): BranchRecord | null {
  try {
    return branchRecordFromText(bytes.toString('utf8'), join(basename(folder), branchFileName));
  } catch (error) {
    if (!isForkpointError(error) || isForkpointError(error, 'newer-version')) throw error;
    return null;
  }
}

/** The number itself, the one for what no move left, then numbers that no folder has. */
function* numbersFrom(k: number, folders: readonly number[]): Generator<number> {
  yield k;
  yield NO_MOVE;
  for (let next = 1 + Math.max(k, ...folders); ; next++) yield next;
}

async function isThere(path: string): Promise<boolean> {
  return (await statIfThere(path)) !== null;
}

/** What is gone already was moved by someone else. */
async function moveFile(from: string, to: string): Promise<void> {
  if (await isThere(to)) throw new ForkpointError('already-saved', { file: to });
  try {
    await renameWithRetries(from, to);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}
