import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type BranchRecord, branchFolderName, branchFromFolderName, MAIN } from '../../shared/branch.ts';
import type { Effect } from '../../shared/effect.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { checkedName } from '../../shared/name.ts';
import type { RunInfo, RunRows, SceneRow } from '../../shared/rows.ts';
import { RUN_VERSION, type RunRecord } from '../../shared/runRecord.ts';
import { readIfThere, statIfThere } from '../disk/readIfThere.ts';
import type { CacheFolder } from '../sources/cacheFolder.ts';
import { detectRunFolder, type FolderLayout, listBranchFolders } from '../sources/folderLayout.ts';
import { inspectFile } from '../sources/inspectFile.ts';
import { readRunRecord } from '../sources/readRunRecord.ts';
import { RunFolderSource } from '../sources/runFolder.ts';
import type { RunSource, Scene } from '../sources/runSource.ts';
import type { SceneFile } from './branchFolder.ts';
import { newBranchRecord } from './branchView.ts';
import { FileBranch } from './fileBranch.ts';
import { fileGate } from './fileGate.ts';
import { sweepForks, writeFork } from './forkFolder.ts';
import type { GateStore } from './gateStore.ts';
import { recordAt } from './moves.ts';
import type { BranchStore, ForkOptions, RunStore } from './runStore.ts';

/** How a run folder is opened; the same as for reading it. */
export interface OpenOptions {
  id: string;
  /** Where rows are kept between starts, or null. */
  cacheFolder: CacheFolder | null;
  /** Whether it lies outside the data folder. Nothing is written by looking in either case. */
  readOnly: boolean;
  /** Passed right before and right after each write of `branch.json`; may throw, or end the process. */
  crashPoint?: (label: 'head-write' | 'after-head-write') => void;
}

/** A run in a folder: reading is the source's, each branch writes its own folder. */
export class FileRun implements RunStore {
  readonly folder: string;
  readonly source: RunSource;
  readonly gate: GateStore;
  readonly crashPoint: NonNullable<OpenOptions['crashPoint']>;
  private readonly options: OpenOptions;
  private readonly branches = new Map<string, FileBranch>();
  private known: FolderLayout | null = null;

  constructor(folder: string, options: OpenOptions) {
    this.folder = folder;
    this.options = options;
    this.crashPoint = options.crashPoint ?? (() => undefined);
    this.source = new RunFolderSource({ folder, ...options });
    this.gate = fileGate(async () => (await this.layout()).folder);
  }

  rows(): Promise<RunRows> {
    return this.source.rows();
  }

  scene(id: string): Promise<Scene> {
    return this.source.scene(id);
  }

  effects(branch: string): Promise<Effect[]> {
    return this.source.effects(branch);
  }

  watch(onChange: () => void): () => void {
    return this.source.watch(onChange);
  }

  async record(): Promise<RunRecord> {
    const { record, problems } = await readRunRecord(this.folder);
    const problem = problems[0];
    if (record === null && problem) throw new ForkpointError(problem.code, problem.params);
    return record ?? recordOfForeign((await this.rows()).run);
  }

  branch(name: string): FileBranch {
    const branch = this.branches.get(name) ?? new FileBranch(this, checkedName(name));
    this.branches.set(name, branch);
    return branch;
  }

  async branchNames(): Promise<string[]> {
    const { folders } = await listBranchFolders(await this.layout());
    return folders.map(folder => folder.branch);
  }

  /** The folder of a branch. @throws ForkpointError `no-such-branch`, `no-such-path` */
  async branchPath(name: string): Promise<string> {
    const layout = await this.layout();
    const isMain = name === MAIN && (layout.kind === 'turns' || layout.kind === 'single');
    const path = isMain ? layout.folder : join(this.folder, branchFolderName(name));
    if ((await statIfThere(path)) === null) {
      await this.layout(true);
      throw new ForkpointError('no-such-branch', { run: this.options.id, branch: name });
    }
    return path;
  }

  /** A lone `checkpoint.json` has no place for what comes next. @throws ForkpointError `read-only` */
  async refuseIfSingle(): Promise<void> {
    const { kind } = await this.layout();
    if (kind === 'single') throw new ForkpointError('read-only', { run: this.options.id });
  }

  /** The path of a row's file on this machine. */
  pathOf(file: string): string {
    return join(this.folder, file);
  }

  /** A path as rows hold it: below the run's folder, with slashes. */
  fileBelow(path: string): string {
    return relative(this.folder, path).split(sep).join('/');
  }

  /** The bytes of a scene's file, or null where it was moved meanwhile. @throws ForkpointError `unreadable-file` */
  async bytesOf(row: SceneRow): Promise<Uint8Array | null> {
    const path = this.pathOf(row.file);
    if ((await inspectFile(path, await realpath(this.folder))) === null) return null;
    return await readIfThere(path);
  }

  /**
   * Starts a branch with one scene.
   * @param row the scene that it is forked from
   * @param first what it begins with: a copy of that scene, or the edited one in its place
   * @throws ForkpointError `bad-name`, `name-taken`, `read-only`
   */
  async fork(
    parent: BranchRecord,
    row: SceneRow,
    first: SceneFile,
    name: string,
    options: ForkOptions,
  ): Promise<BranchStore> {
    await this.refuseIfSingle();
    const run = await this.runOfForks();
    const owner = run === this ? row.branch : branchFromFolderName(basename(this.folder));
    const { effects = 'ask', settings = parent.settings, changes = {}, fanOut } = options;
    const origin = { parent: owner ?? MAIN, origin: row.id, created: new Date().toISOString() };
    const begun = {
      ...newBranchRecord(checkedName(name)),
      ...origin,
      effects,
      settings,
      ...(fanOut && { fanOut }),
    };
    await writeFork(run.folder, recordAt(begun, first.id, changes), first);
    return run.branch(name);
  }

  /** Removes forks that killed writers did not finish. */
  async sweep(): Promise<void> {
    await sweepForks((await this.runOfForks()).folder);
  }

  /** Forks of a `checkpoints` folder that was opened by itself lie beside it: in the run that its parent is. */
  private async runOfForks(): Promise<FileRun> {
    const { kind } = await this.layout();
    const isBranchFolder = kind === 'turns' && branchFromFolderName(basename(this.folder)) !== null;
    return isBranchFolder ? new FileRun(dirname(this.folder), this.options) : this;
  }

  /** What kind of folder this is, looked up once. A lone file may get company. @throws `no-such-path` */
  private async layout(anew = false): Promise<FolderLayout> {
    if (this.known === null || this.known.kind === 'single' || anew) {
      this.known = await detectRunFolder(this.folder);
    }
    if (this.known === null) throw new ForkpointError('no-such-path', { path: this.folder });
    return this.known;
  }
}

/** What other programs' folders do not say is left open. */
function recordOfForeign(info: RunInfo): RunRecord {
  return {
    version: RUN_VERSION,
    id: info.id,
    title: info.title,
    task: info.task,
    created: info.created ?? '',
    scenario: null,
    workspace: null,
    checks: [],
    tools: [],
    limits: { turns: null, tokens: null, seconds: null, costUsd: null },
  };
}
