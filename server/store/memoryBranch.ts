import type { BranchRecord, Move } from '../../shared/branch.ts';
import { type Checkpoint, checkpointFileName, type Point } from '../../shared/checkpoint.ts';
import type { Effect, JournalEnded, JournalLine, JournalOpen } from '../../shared/effect.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { Scene } from '../sources/runSource.ts';
import { checkHead, findOnLine, sceneOnLine, viewFromRows } from './branchView.ts';
import { checkpointFromDraft, editedCopy, savedScene } from './checkpointFromDraft.ts';
import type { MemoryRun } from './memoryStore.ts';
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

/** What a branch holds. */
export interface MemoryBranchData {
  record: BranchRecord;
  scenes: { row: SceneRow; checkpoint: Checkpoint }[];
  effects: Effect[];
  journal: JournalLine[];
  /** Who holds the lock. */
  lock: symbol | null;
}

/** A branch in memory. Every act is one step that nothing comes between, so none of them can be half done. */
export class MemoryBranch implements BranchStore {
  readonly name: string;
  readonly run: MemoryRun;
  private held: symbol | null = null;

  constructor(run: MemoryRun, name: string) {
    this.run = run;
    this.name = name;
  }

  async record(): Promise<BranchRecord> {
    return structuredClone(this.data().record);
  }

  async update(change: BranchChange): Promise<void> {
    this.act(data => {
      const head = this.view().head ?? data.record.head;
      data.record = { ...data.record, ...structuredClone(change), head };
    });
  }

  async saveCheckpoint(draft: CheckpointDraft, expectedHead: string | null): Promise<Scene> {
    return this.act(data => {
      checkHead(this.view(), expectedHead);
      this.tidy(data);
      const checkpoint = checkpointFromDraft(structuredClone(draft), expectedHead);
      const file = this.run.fileOf(this.name, checkpointFileName(draft.turn, draft.point), null);
      if (data.scenes.some(scene => scene.row.file === file))
        throw new ForkpointError('already-saved', { file });
      const { row } = savedScene(checkpoint, this.name, file);
      data.scenes.push({ row, checkpoint });
      return { row, checkpoint: structuredClone(checkpoint), raw: null, lines: [] };
    });
  }

  async loadLatest(): Promise<Scene | null> {
    const { head } = this.view();
    return head === null ? null : await this.run.scene(head);
  }

  async pickLatestPoint(turn: number): Promise<Point | null> {
    return findOnLine(this.view(), turn, {})?.point ?? null;
  }

  async loadCheckpoint(turn: number, options: { point?: Point; move?: number } = {}): Promise<Scene> {
    return await this.run.scene(sceneOnLine(this.view(), turn, options).id);
  }

  async rewindTo(turn: number, options: RewindOptions = {}): Promise<Move> {
    return this.act(data => {
      const view = this.view();
      if (options.expectedHead !== undefined) checkHead(view, options.expectedHead);
      const target = sceneOnLine(view, turn, options);
      const number = nextMoveNumber(data.record, []);
      const taken = this.makeTaken(data, target, number, options.changes?.scene);
      return this.commitMove(data, rewound(view, taken, number, structuredClone(options)));
    });
  }

  async undo(options: UndoOptions = {}): Promise<Move> {
    return this.act(data => {
      const view = this.view();
      if (options.expectedHead !== undefined) checkHead(view, options.expectedHead);
      return this.commitMove(data, undone(view, nextMoveNumber(data.record, []), options));
    });
  }

  async forkFrom(turn: number, branchName: string, options: ForkOptions = {}): Promise<BranchStore> {
    const view = this.view();
    return this.run.fork(this.data(), sceneOnLine(view, turn, options), branchName, options);
  }

  async loadEffects(): Promise<Effect[]> {
    return structuredClone(this.data().effects);
  }

  async saveEffect(effect: Effect): Promise<void> {
    this.act(data => data.effects.push(structuredClone(effect)));
  }

  async loadJournal(): Promise<JournalLine[]> {
    return structuredClone(this.data().journal);
  }

  async isJournalWhole(): Promise<boolean> {
    return true;
  }

  async appendJournal(line: JournalOpen | JournalEnded): Promise<void> {
    this.act(data => data.journal.push(structuredClone(line)));
  }

  async lock(): Promise<BranchLock> {
    const data = this.data();
    this.refuseLocked(data, null);
    const token = Symbol(this.name);
    data.lock = token;
    this.held = token;
    this.run.changed();
    const release = async () => {
      if (this.held === token) this.held = null;
      if (data.lock === token) data.lock = null;
      this.run.changed();
    };
    // Nobody dies or falls silent in memory.
    return { silentOwner: null, check: async () => this.checkLock(token), release, giveBack: release };
  }

  private data(): MemoryBranchData {
    return this.run.dataOf(this.name);
  }

  private view() {
    return viewFromRows(this.run.rowsNow(), this.data().record);
  }

  private act<T>(work: (data: MemoryBranchData) => T): T {
    const data = this.data();
    if (this.held) this.checkLock(this.held);
    else this.refuseLocked(data, this.held);
    const result = work(data);
    this.run.changed();
    return result;
  }

  private refuseLocked(data: MemoryBranchData, own: symbol | null) {
    if (data.lock === null || data.lock === own) return;
    throw new ForkpointError('branch-locked', { subject: this.name, owner: MEMORY_OWNER });
  }

  private checkLock(token: symbol) {
    if (this.data().lock !== token) throw new ForkpointError('lock-lost', { subject: this.name });
  }

  private commitMove(data: MemoryBranchData, { record, move }: Moved): Move {
    data.record = record;
    this.tidy(data);
    return structuredClone(move);
  }

  /** The scene that a rewind takes is one of the branch's own: edited or copied in where it is not yet. */
  private makeTaken(
    data: MemoryBranchData,
    target: SceneRow,
    number: number,
    draft: CheckpointDraft | undefined,
  ): string {
    if (draft === undefined) {
      if (!data.scenes.some(({ row }) => row.id === target.id)) this.copyIn(data, target, number);
      return target.id;
    }
    const checkpoint = editedCopy(structuredClone(draft), target);
    const file = this.run.fileOf(this.name, checkpointFileName(target.turn, target.point), number);
    const { row } = savedScene(checkpoint, this.name, file);
    data.scenes.push({ row: { ...row, folderOfMove: number }, checkpoint });
    return row.id;
  }

  private copyIn(data: MemoryBranchData, target: SceneRow, number: number) {
    const { checkpoint } =
      this.run.dataOf(target.branch).scenes.find(({ row }) => row.id === target.id) ?? {};
    if (!checkpoint) throw new ForkpointError('damaged-scene', { where: target.file, detail: 'it is gone' });
    const fileName = checkpointFileName(target.turn, target.point);
    const file = this.run.fileOf(this.name, fileName, number);
    data.scenes.push({ row: { ...target, branch: this.name, file, folderOfMove: number }, checkpoint });
  }

  private tidy(data: MemoryBranchData) {
    for (const { row, folderOfMove } of misplaced(this.view())) {
      const scene = data.scenes.find(entry => entry.row === row);
      const fileName = checkpointFileName(row.turn, row.point);
      if (scene)
        scene.row = { ...row, folderOfMove, file: this.run.fileOf(this.name, fileName, folderOfMove) };
    }
  }
}

/** Memory is this process's own. */
export const MEMORY_OWNER = 'this process';
