import { branchFolderName, MAIN } from '../../shared/branch.ts';
import { branchRow, endsOnReply } from '../../shared/branchRow.ts';
import { checkpointFileName } from '../../shared/checkpoint.ts';
import type { Effect } from '../../shared/effect.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { currentQuestions } from '../../shared/gate.ts';
import { headOf } from '../../shared/head.ts';
import { checkedName } from '../../shared/name.ts';
import type { BranchRow, RunRows, SceneRow } from '../../shared/rows.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import { effectRows, ledgerRows } from '../sources/effectRows.ts';
import { journalRows } from '../sources/journalRows.ts';
import type { Scene } from '../sources/runSource.ts';
import { newBranchRecord } from './branchView.ts';
import { editedCopy, savedScene } from './checkpointFromDraft.ts';
import type { GateStore } from './gateStore.ts';
import { MEMORY_OWNER, MemoryBranch, type MemoryBranchData } from './memoryBranch.ts';
import { type MemoryGateData, memoryGate, newMemoryGate } from './memoryGate.ts';
import { recordAt } from './moves.ts';
import type { BranchStore, CheckpointDraft, ForkOptions, MainOptions, RunStore } from './runStore.ts';

/** What a run in memory holds; two stores on it are like two processes on one folder. */
export interface MemoryRunData {
  record: RunRecord;
  branches: Map<string, MemoryBranchData>;
  listeners: Set<() => void>;
  gate: MemoryGateData;
}

/** A new run in memory with an empty `main`. */
export function newMemoryRun(record: RunRecord, options: MainOptions = {}): MemoryRunData {
  const { effects = 'ask', settings = {} } = options;
  const main = {
    record: { ...newBranchRecord(MAIN), effects, settings },
    scenes: [],
    effects: [],
    journal: [],
  };
  const branches = new Map([[MAIN, { ...main, lock: null }]]);
  return { record, branches, listeners: new Set(), gate: newMemoryGate() };
}

/** A run that lives in memory: for tests of what works on a store. */
export class MemoryRun implements RunStore {
  readonly gate: GateStore;
  private readonly data: MemoryRunData;
  private readonly branches = new Map<string, MemoryBranch>();

  constructor(data: MemoryRunData) {
    this.data = data;
    this.gate = memoryGate(data.gate, () => this.changed());
  }

  async rows(): Promise<RunRows> {
    return this.rowsNow();
  }

  async scene(id: string): Promise<Scene> {
    const found = this.scenes().find(({ row }) => row.id === id);
    if (!found) throw new ForkpointError('no-such-scene', { run: this.data.record.id, address: `@${id}` });
    return { row: found.row, checkpoint: structuredClone(found.checkpoint), raw: null, lines: [] };
  }

  async effects(branch: string): Promise<Effect[]> {
    return structuredClone(this.dataOf(branch).effects);
  }

  watch(onChange: () => void): () => void {
    this.data.listeners.add(onChange);
    return () => this.data.listeners.delete(onChange);
  }

  async record(): Promise<RunRecord> {
    return this.data.record;
  }

  branch(name: string): MemoryBranch {
    const branch = this.branches.get(name) ?? new MemoryBranch(this, checkedName(name));
    this.branches.set(name, branch);
    return branch;
  }

  async branchNames(): Promise<string[]> {
    return [...this.data.branches.keys()];
  }

  /** @throws ForkpointError `no-such-branch` */
  dataOf(name: string): MemoryBranchData {
    const data = this.data.branches.get(name);
    if (!data) throw new ForkpointError('no-such-branch', { run: this.data.record.id, branch: name });
    return data;
  }

  /** All rows as they are at this moment. */
  rowsNow(): RunRows {
    const { record, branches } = this.data;
    const { id, title, task, created, scenario } = record;
    const entries = [...branches];
    const scenes = this.scenes().map(({ row }) => row);
    const branchRows = entries.map(([name, data]) => this.branchRow(name, data));
    return {
      run: { id, title, task, kind: 'run', path: '', readOnly: false, created, scenario },
      branches: branchRows,
      scenes,
      effects: entries.flatMap(([name, data]) =>
        effectRows(name, ledgerRows(data.effects), scenes, journalRows(name, data.journal).classes),
      ),
      journal: entries.flatMap(([name, data]) => journalRows(name, data.journal).rows),
      questions: currentQuestions(this.data.gate.record.questions, branchRows),
      problems: [],
    };
  }

  /** A path as the rows of a folder have it. */
  fileOf(branch: string, fileName: string, folderOfMove: number | null): string {
    const way = folderOfMove === null ? '' : `superseded/${folderOfMove}/`;
    return `${branchFolderName(branch)}/${way}${fileName}`;
  }

  /** Starts a branch with a copy of one scene. @throws ForkpointError `bad-name`, `name-taken` */
  fork(parent: MemoryBranchData, row: SceneRow, name: string, options: ForkOptions): BranchStore {
    const folded = checkedName(name).toLowerCase();
    if ([...this.data.branches.keys()].some(other => other.toLowerCase() === folded)) {
      throw new ForkpointError('name-taken', { name });
    }
    const {
      effects = 'ask',
      settings = parent.record.settings,
      changes = {},
      fanOut,
    } = structuredClone(options);
    const scenes = this.firstScene(row, name, changes.scene);
    const origin = { parent: row.branch, origin: row.id, created: new Date().toISOString() };
    const begun = { ...newBranchRecord(name), ...origin, effects, settings, ...(fanOut && { fanOut }) };
    this.data.branches.set(name, {
      record: recordAt(begun, scenes[0]?.row.id ?? row.id, changes),
      scenes,
      effects: [],
      journal: [],
      lock: null,
    });
    this.changed();
    return this.branch(name);
  }

  /** A copy of the scene that a fork starts from, or the edited one in its place. */
  private firstScene(row: SceneRow, name: string, draft?: CheckpointDraft): MemoryBranchData['scenes'] {
    const file = this.fileOf(name, checkpointFileName(row.turn, row.point), null);
    if (draft !== undefined) {
      const checkpoint = editedCopy(draft, row);
      return [{ row: savedScene(checkpoint, name, file).row, checkpoint }];
    }
    const original = this.dataOf(row.branch).scenes.find(scene => scene.row.id === row.id);
    return original ? [{ ...original, row: { ...row, branch: name, file, folderOfMove: null } }] : [];
  }

  changed(): void {
    for (const listener of this.data.listeners) listener();
  }

  private scenes() {
    return [...this.data.branches.values()].flatMap(data => data.scenes);
  }

  private branchRow(name: string, { record, scenes, lock }: MemoryBranchData): BranchRow {
    const { parent, origin } = record;
    const ancestors = this.scenes().map(({ row }) => row);
    const id = headOf(
      record,
      scenes.map(({ row }) => row),
      ancestors,
    );
    const head = scenes.find(({ row }) => row.id === id);
    return branchRow({
      name,
      record,
      parent,
      origin,
      head: head?.row ?? null,
      headEndsOnReply: head !== undefined && endsOnReply(head.checkpoint.messages),
      owner: lock === null ? null : MEMORY_OWNER,
      questions: this.data.gate.record.questions,
      problem: null,
    });
  }
}
