import { basename, join } from 'node:path';
import type { BranchRecord, Move } from '../../shared/branch.ts';
import { checkpointFileName, type Point } from '../../shared/checkpoint.ts';
import type { Effect, JournalEnded, JournalLine, JournalOpen } from '../../shared/effect.ts';
import { journalLineSchema } from '../../shared/effect.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { appendLine } from '../disk/appendLine.ts';
import { appendToLedger, findLedger, readLedger } from '../disk/ledger.ts';
import { acquireLock, type FileLock } from '../disk/lock.ts';
import { readLines } from '../disk/readLines.ts';
import { sweepLeftovers } from '../disk/sweep.ts';
import type { Scene } from '../sources/runSource.ts';
import { BranchFolder } from './branchFolder.ts';
import { checkHead, checkHeadIsReadable, findOnLine, sceneOnLine } from './branchView.ts';
import { checkpointFromDraft, savedScene } from './checkpointFromDraft.ts';
import type { FileRun } from './fileRun.ts';
import { InTurn } from './inTurn.ts';
import { KnownBranch, type ReadBranch } from './knownBranch.ts';
import { type Moved, misplaced, nextMoveNumber, rewound, undone } from './moves.ts';
import type { BranchLock, BranchStore, CheckpointDraft, ForkOptions, RewindOptions } from './runStore.ts';

/** What an act works with: the branch as it is, and a last look at the lock before each write. */
interface Act extends ReadBranch {
  folder: BranchFolder;
  checkLock: () => Promise<void>;
}

/** A branch in a folder. Each act takes the lock for as long as it lasts, unless `lock()` holds it already. */
export class FileBranch implements BranchStore {
  readonly name: string;
  private readonly run: FileRun;
  private readonly inTurn = new InTurn();
  private held: FileLock | null = null;
  private readonly known: KnownBranch;

  constructor(run: FileRun, name: string) {
    this.run = run;
    this.name = name;
    this.known = new KnownBranch(run, name);
  }

  async record(): Promise<BranchRecord> {
    const recorded = await (await this.folder()).readRecord();
    return recorded ?? (await this.known.read()).view.record;
  }

  async update(
    change: Partial<Pick<BranchRecord, 'effects' | 'settings' | 'pendingInput' | 'outcome'>>,
  ): Promise<void> {
    await this.act(async ({ folder, view, checkLock }) => {
      await checkLock();
      await folder.writeRecord({ ...view.record, ...change, head: view.head ?? view.record.head });
      this.known.forget();
    });
  }

  async saveCheckpoint(draft: CheckpointDraft, expectedHead: string | null): Promise<Scene> {
    return await this.act(async act => {
      checkHead(act.view, expectedHead);
      await this.pinRecord(act);
      await this.tidy(act);
      const checkpoint = checkpointFromDraft(draft, expectedHead);
      const fileName = checkpointFileName(draft.turn, draft.point);
      await act.checkLock();
      await act.folder.saveCheckpoint(fileName, JSON.stringify(checkpoint, null, 2));
      const scene = savedScene(checkpoint, this.name, this.run.fileBelow(join(act.folder.path, fileName)));
      await this.known.extend(scene.row, fileName);
      return scene;
    });
  }

  async loadLatest(): Promise<Scene | null> {
    const view = (await this.known.read()).view;
    checkHeadIsReadable(view);
    return view.head === null ? null : await this.run.source.scene(view.head);
  }

  async pickLatestPoint(turn: number): Promise<Point | null> {
    return findOnLine((await this.known.read()).view, turn, {})?.point ?? null;
  }

  async loadCheckpoint(turn: number, options: { point?: Point; move?: number } = {}): Promise<Scene> {
    return await this.run.source.scene(sceneOnLine((await this.known.read()).view, turn, options).id);
  }

  async rewindTo(turn: number, options: RewindOptions = {}): Promise<Move> {
    return await this.act(async act => {
      if (options.expectedHead !== undefined) checkHead(act.view, options.expectedHead);
      const target = sceneOnLine(act.view, turn, options);
      const number = nextMoveNumber(act.view.record, await act.folder.moveFolders());
      if (!act.view.own.some(row => row.id === target.id && row.problem === null)) {
        await this.copyIn(act, target, number);
      }
      return await this.commitMove(act, rewound(act.view, target.id, number, options.why));
    });
  }

  async undo(): Promise<Move> {
    return await this.act(async act => {
      const number = nextMoveNumber(act.view.record, await act.folder.moveFolders());
      return await this.commitMove(act, undone(act.view, number));
    });
  }

  async forkFrom(turn: number, branchName: string, options: ForkOptions = {}): Promise<BranchStore> {
    for (let tries = 1; ; tries++) {
      const { view } = await this.known.read();
      const row = sceneOnLine(view, turn, options);
      const bytes = await this.run.bytesOf(row);
      if (bytes !== null) {
        return await this.run.fork(view.record, { row, bytes }, branchName, options);
      }
      // It was moved between the two reads, by a rewind that is being tidied.
      if (tries >= 5) throw new ForkpointError('damaged-scene', { where: row.file, detail: 'it is gone' });
    }
  }

  async loadEffects(): Promise<Effect[]> {
    return (await readLedger(await findLedger((await this.folder()).path))).effects;
  }

  async saveEffect(effect: Effect): Promise<void> {
    await this.write(async folder => appendToLedger(await findLedger(folder.path), effect));
  }

  async loadJournal(): Promise<JournalLine[]> {
    const { values } = await readLines(this.journalPath(await this.folder()));
    return values.filter(isJournalLine);
  }

  async appendJournal(line: JournalOpen | JournalEnded): Promise<void> {
    await this.write(folder => appendLine(this.journalPath(folder), line));
  }

  async lock(): Promise<BranchLock> {
    return await this.inTurn.run(async () => {
      await this.run.refuseIfSingle();
      const lock = await this.takeLock(await this.folder());
      this.held = lock;
      return {
        check: () => lock.check(),
        release: () =>
          this.inTurn.run(async () => {
            if (this.held === lock) this.held = null;
            await lock.release();
          }),
      };
    });
  }

  /** The commit point of a rewind or an undo; what follows it is tidying. */
  private async commitMove(act: Act, { record, move }: Moved): Promise<Move> {
    await act.checkLock();
    await act.folder.writeRecord(record);
    this.known.forget();
    try {
      await this.tidy({ ...act, ...(await this.known.read()) });
    } catch (error) {
      // The move stands. The next save tidies again first, and fails with the reason if it still cannot.
      if (!isForkpointError(error)) throw error;
    }
    return move;
  }

  private async copyIn(act: Act, target: SceneRow, number: number): Promise<void> {
    const bytes = await this.run.bytesOf(target);
    if (bytes === null)
      throw new ForkpointError('damaged-scene', { where: target.file, detail: 'it is gone' });
    await act.checkLock();
    await act.folder.copyIn(basename(target.file), bytes, number);
  }

  /** A folder made by another program gets its `branch.json` with the first act. */
  private async pinRecord({ folder, view, isRecorded, checkLock }: Act): Promise<void> {
    if (isRecorded) return;
    await checkLock();
    await folder.writeRecord(view.record);
    this.known.forget();
  }

  private async tidy({ folder, view, checkLock }: Act): Promise<void> {
    const placements = misplaced(view);
    if (placements.length === 0) return;
    await checkLock();
    this.known.forget();
    await folder.tidy(placements, file => this.run.pathOf(file));
  }

  private journalPath(folder: BranchFolder): string {
    return join(folder.path, 'calls.jsonl');
  }

  private async folder(): Promise<BranchFolder> {
    return new BranchFolder(await this.run.branchPath(this.name));
  }

  private async takeLock(folder: BranchFolder): Promise<FileLock> {
    const lock = await acquireLock(join(folder.path, 'lock'), this.name);
    try {
      await sweepLeftovers(folder.path);
      for (const k of await folder.moveFolders()) await sweepLeftovers(folder.pathOfMove(k));
      await this.run.sweep();
      return lock;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** One write under the lock that needs no view of the branch. */
  private async write(work: (folder: BranchFolder) => Promise<void>): Promise<void> {
    await this.locked(async (folder, lock) => {
      await lock.check();
      await work(folder);
    });
  }

  private async act<T>(work: (act: Act) => Promise<T>): Promise<T> {
    return await this.locked(async (folder, lock) => {
      const read = await this.known.current(folder);
      return await work({ ...read, folder, checkLock: () => lock.check() });
    });
  }

  private async locked<T>(work: (folder: BranchFolder, lock: FileLock) => Promise<T>): Promise<T> {
    return await this.inTurn.run(async () => {
      await this.run.refuseIfSingle();
      const folder = await this.folder();
      if (this.held) return await work(folder, this.held);
      const lock = await this.takeLock(folder);
      try {
        return await work(folder, lock);
      } finally {
        await lock.release();
      }
    });
  }
}

/** Lines that are none are problems of the run's rows. */
function isJournalLine(value: unknown): value is JournalLine {
  return journalLineSchema.safeParse(value).success;
}
