import { mkdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
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
import { preparedFolderPattern } from '../sources/readBranchFolder.ts';
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

  /**
   * Puts a scene that move `k` will take into `superseded/.<k>/`: whole before the move is committed, passed over by
   * readers until then, and brought to its place by tidying.
   */
  async prepareScene({ fileName, bytes }: SceneFile, k: number): Promise<void> {
    await writeFileExclusive(join(await this.madeFolder(this.preparedPath(k)), fileName), bytes);
  }

  /** Removes what moves that were never committed had prepared, and the empty folders of those that were. */
  async sweepPrepared(): Promise<void> {
    const prepared = await this.preparedMoves();
    const record = prepared.length === 0 ? null : await this.readRecord();
    if (record === null) return;
    const committed = new Set(record.moves.map(move => move.number));
    for (const k of prepared) {
      if (committed.has(k)) await removeIfEmpty(this.preparedPath(k));
      else await rm(this.preparedPath(k), { recursive: true, force: true });
    }
  }

  /** The numbers of the folders `superseded/<k>`. */
  async moveFolders(): Promise<number[]> {
    return await this.numbersBelow(/^\d{1,9}$/);
  }

  /** Every number that a folder below `superseded/` has: none of them is free for another move. */
  async usedNumbers(): Promise<number[]> {
    return [...(await this.moveFolders()), ...(await this.preparedMoves())];
  }

  private async preparedMoves(): Promise<number[]> {
    return await this.numbersBelow(preparedFolderPattern);
  }

  private async numbersBelow(pattern: RegExp): Promise<number[]> {
    const names = ((await listIfThere(join(this.path, superseded))) ?? []).map(entry => entry.name);
    return names.filter(name => pattern.test(name)).map(name => Number(name.replace('.', '')));
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
    const touched = new Set(placements.map(({ row }) => dirname(fileOf(row.file)))).add(this.path);
    try {
      for (const { row, folderOfMove } of leaving) {
        touched.add(await this.setAsideScene(fileOf(row.file), folderOfMove ?? NO_MOVE));
      }
      for (const { row } of returning) {
        const target = join(this.path, basename(row.file));
        if (await isThere(target)) touched.add(await this.setAsideScene(target, NO_MOVE));
        await moveFile(fileOf(row.file), target);
      }
      for (const folder of touched) await syncFolder(folder);
      for (const folder of touched) {
        if (preparedFolderPattern.test(basename(folder))) await removeIfEmpty(folder);
      }
    } catch (error) {
      throw writeError(error, this.path);
    }
  }

  /**
   * Into `superseded/<k>/`, or where that name is taken there, into the next folder in which it is free.
   * @returns the folder
   */
  private async setAsideScene(from: string, k: number): Promise<string> {
    for (const number of numbersFrom(k, await this.moveFolders())) {
      const folder = await this.madeFolder(this.pathOfMove(number));
      const target = join(folder, basename(from));
      if (await isThere(target)) continue;
      await moveFile(from, target);
      return folder;
    }
    throw new Error('numbers never end');
  }

  pathOfMove(k: number): string {
    return join(this.path, superseded, String(k));
  }

  private preparedPath(k: number): string {
    return join(this.path, superseded, `.${k}`);
  }

  private async madeFolder(folder: string): Promise<string> {
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

/** A checkpoint file before it has its place. */
export interface SceneFile {
  id: string;
  fileName: string;
  bytes: Uint8Array;
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

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) throw error;
  }
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
