import { basename, join } from 'node:path';
import type { BranchRecord, Move } from '../../shared/branch.ts';
import { checkpointFileName, type Point } from '../../shared/checkpoint.ts';
import {
  type Effect,
  type JournalEnded,
  type JournalLine,
  type JournalOpen,
  journalLineSchema,
} from '../../shared/effect.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { appendLine } from '../disk/appendLine.ts';
import { appendToLedger, findLedger, readLedger } from '../disk/ledger.ts';
import { acquireLock, type FileLock } from '../disk/lock.ts';
import { readLines } from '../disk/readLines.ts';
import { sweepLeftovers } from '../disk/sweep.ts';
import { journalFileName } from '../sources/journalRows.ts';
import type { Scene } from '../sources/runSource.ts';
import { BranchFolder, type SceneFile } from './branchFolder.ts';
import { checkHead, checkHeadIsReadable, findOnLine, sceneOnLine } from './branchView.ts';
import { checkpointFromDraft, checkpointText, editedFile, savedScene } from './checkpointFromDraft.ts';
import type { FileRun } from './fileRun.ts';
import { InTurn } from './inTurn.ts';
import { KnownBranch, type ReadBranch } from './knownBranch.ts';
import { type Moved, misplaced, nextMoveNumber, rewound, undone } from './moves.ts';
import type {
  BranchChange,
  BranchLock,
  BranchStore,
  CheckpointDraft,
  ForkOptions,
  RewindOptions,
  UndoOptions,
} from './runStore.ts';

/** What an act works with: the branch as it is, and a last look at the lock before each write. */
interface Act extends ReadBranch {
  folder: BranchFolder;
  checkLock: () => Promise<void>;
}

/** A branch in a folder. Each act takes the lock for as long as it lasts, unless `lock()` holds it already. */
export class FileBranch implements BranchStore {
  readonly name: string;
  readonly run: FileRun;
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

  async update(change: BranchChange): Promise<void> {
    await this.act(async ({ folder, view, checkLock }) => {
      await checkLock();
      await this.writeHead(folder, { ...view.record, ...change, head: view.head ?? view.record.head });
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
      await act.folder.saveCheckpoint(fileName, checkpointText(checkpoint));
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
      const number = nextMoveNumber(act.view.record, await act.folder.usedNumbers());
      const taken = await this.makeTaken(act, target, number, options.changes?.scene);
      return await this.commitMove(act, rewound(act.view, taken, number, options));
    });
  }

  async undo(options: UndoOptions = {}): Promise<Move> {
    return await this.act(async act => {
      if (options.expectedHead !== undefined) checkHead(act.view, options.expectedHead);
      const number = nextMoveNumber(act.view.record, await act.folder.usedNumbers());
      return await this.commitMove(act, undone(act.view, number, options));
    });
  }

  async forkFrom(turn: number, branchName: string, options: ForkOptions = {}): Promise<BranchStore> {
    for (let tries = 1; ; tries++) {
      const { view } = await this.known.read();
      const row = sceneOnLine(view, turn, options);
      const first = await this.sceneFile(row, options.changes?.scene);
      if (first !== null) return await this.run.fork(view.record, row, first, branchName, options);
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

  async isJournalWhole(): Promise<boolean> {
    const { values, isWhole } = await readLines(this.journalPath(await this.folder()));
    return isWhole && values.every(isJournalLine);
  }

  async appendJournal(line: JournalOpen | JournalEnded): Promise<void> {
    await this.write(folder => appendLine(this.journalPath(folder), line));
  }

  async lock(): Promise<BranchLock> {
    return await this.inTurn.run(async () => {
      await this.run.refuseIfSingle();
      const lock = await this.takeLock(await this.folder());
      this.held = lock;
      const letGo = (how: () => Promise<void>) =>
        this.inTurn.run(async () => {
          if (this.held === lock) this.held = null;
          await how();
        });
      return {
        silentOwner: lock.silentOwner,
        check: () => lock.check(),
        release: () => letGo(() => lock.release()),
        giveBack: () => letGo(() => lock.giveBack()),
      };
    });
  }

  private async writeHead(folder: BranchFolder, record: BranchRecord): Promise<void> {
    this.run.crashPoint('head-write');
    await folder.writeRecord(record);
    this.run.crashPoint('after-head-write');
    this.known.forget();
  }

  /** The commit point of a rewind or an undo; what follows it is tidying. */
  private async commitMove(act: Act, { record, move }: Moved): Promise<Move> {
    await act.checkLock();
    await this.writeHead(act.folder, record);
    try {
      await this.tidy({ ...act, ...(await this.known.read()) });
    } catch (error) {
      // The move stands. The next save tidies again first, and fails with the reason if it still cannot.
      if (!isForkpointError(error)) throw error;
    }
    return move;
  }

  /** The scene that a rewind takes is one of the branch's own: edited or copied in where it is not yet. */
  private async makeTaken(
    act: Act,
    target: SceneRow,
    number: number,
    draft: CheckpointDraft | undefined,
  ): Promise<string> {
    const isOwn = act.view.own.some(row => row.id === target.id && row.problem === null);
    if (draft === undefined && isOwn) return target.id;
    const scene = await this.sceneFile(target, draft);
    if (scene === null)
      throw new ForkpointError('damaged-scene', { where: target.file, detail: 'it is gone' });
    await act.checkLock();
    await act.folder.prepareScene(scene, number);
    return scene.id;
  }

  /** A scene of this or another branch with its bytes, or the edited one in its place; null where it was moved. */
  private async sceneFile(target: SceneRow, draft: CheckpointDraft | undefined): Promise<SceneFile | null> {
    if (draft !== undefined) return editedFile(draft, target);
    const bytes = await this.run.bytesOf(target);
    return bytes === null ? null : { id: target.id, fileName: basename(target.file), bytes };
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
    return join(folder.path, journalFileName);
  }

  private async folder(): Promise<BranchFolder> {
    return new BranchFolder(await this.run.branchPath(this.name));
  }

  private async takeLock(folder: BranchFolder): Promise<FileLock> {
    const lock = await acquireLock(join(folder.path, 'lock'), this.name);
    try {
      await sweepLeftovers(folder.path);
      for (const k of await folder.moveFolders()) await sweepLeftovers(folder.pathOfMove(k));
      await folder.sweepPrepared();
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
