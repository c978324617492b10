import { realpath } from 'node:fs/promises';
import { branchRow } from '../../shared/branchRow.ts';
import { ForkpointError, isForkpointError, type Problem } from '../../shared/errors.ts';
import { currentQuestions, type Question } from '../../shared/gate.ts';
import type { BranchRow, EffectRow, RunRows, SceneRow } from '../../shared/rows.ts';
import { statIfThere } from '../disk/readIfThere.ts';
import type { CacheFolder } from './cacheFolder.ts';
import type { BranchScan, DerivedBranch } from './deriveRun.ts';
import { deriveWithFiles } from './deriveWithFiles.ts';
import { effectRows } from './effectRows.ts';
import { type BranchFolder, detectRunFolder, type FolderLayout, listBranchFolders } from './folderLayout.ts';
import { GateReader } from './gateFile.ts';
import { KeptRows } from './keptRows.ts';
import { type BranchFiles, BranchFilesReader } from './readBranchFiles.ts';
import { type FolderContext, type FoundCheckpoint, readBranchFolder } from './readBranchFolder.ts';
import { RowCache } from './rowCache.ts';
import { RunInfoReader } from './runInfo.ts';

export interface RunFolderOptions {
  /** A run folder of ours or any other that `detectRunFolder` knows. */
  folder: string;
  id: string;
  /** Where rows are kept between starts; null: nowhere. Never inside `folder`. */
  cacheFolder: CacheFolder | null;
  readOnly: boolean;
}

/** What one reading of a folder gave. */
export interface RunFolderReading {
  rows: RunRows;
  /** The real path of the folder. */
  root: string;
  /** The file of each scene's row. */
  found: ReadonlyMap<SceneRow, FoundCheckpoint>;
  folders: readonly BranchFolder[];
}

interface ReadBranch extends BranchScan {
  files: BranchFiles;
  problems: Problem[];
}

interface FoundRow {
  found: FoundCheckpoint;
  row: SceneRow;
}

/** Reads a folder of checkpoints again and again; what did not change is neither opened again nor made anew. */
export class RunFolderReader {
  private readonly options: RunFolderOptions;
  private readonly branchFiles = new BranchFilesReader();
  private readonly info = new RunInfoReader();
  private readonly gate = new GateReader();
  private readonly branchRows = new KeptRows<BranchRow>(row => row.name);
  private readonly effectRows = new KeptRows<EffectRow>(row => row.id);
  private sceneRows = new Map<string, FoundRow>();
  private layout: FolderLayout | null = null;
  private cache: RowCache | null = null;

  constructor(options: RunFolderOptions) {
    this.options = options;
  }

  /** @throws ForkpointError `no-such-path`, `unknown-format`, `unreadable-file` for the folder itself */
  async read(): Promise<RunFolderReading> {
    const layout = await this.currentLayout();
    const root = await realpath(layout.folder);
    this.cache ??= new RowCache(root, this.options.cacheFolder);
    await this.cache.load();
    const context = { root, cache: this.cache, kind: layout.kind };
    const { folders, problems } = await listBranchFolders(layout);
    const branches: ReadBranch[] = [];
    for (const folder of folders) branches.push(await this.readBranch(folder, context));
    const checkpoints = branches.flatMap(branch => branch.checkpoints);
    this.cache.keepOnly(new Set(checkpoints.map(found => found.file)));

    const gate = await this.gate.read(root);
    const run = await this.info.read(this.options, layout, root, checkpoints);
    const derived = await deriveWithFiles(branches, () => this.cache?.saveLater());
    const before = [...run.problems, ...problems, ...gate.problems, ...branches.flatMap(problemsOfBranch)];
    const { rows, found } = this.rowsOf(derived.branches, gate.questions);
    return {
      rows: { run: run.info, ...rows, problems: [...before, ...derived.problems] },
      root,
      found,
      folders,
    };
  }

  /** A folder that another program empties for a moment stays what it was. */
  private async currentLayout(): Promise<FolderLayout> {
    const { folder } = this.options;
    this.layout = (await detectRunFolder(folder)) ?? this.layout;
    if (this.layout && (await statIfThere(this.layout.folder)) !== null) return this.layout;
    const code = (await statIfThere(folder)) === null ? 'no-such-path' : 'unknown-format';
    throw new ForkpointError(code, { path: folder });
  }

  /**
   * The record is read before the scenes: what it names has then been written. A move that was committed meanwhile
   * may have moved files under a record that does not know it: both are then read again.
   */
  private async readBranch(folder: BranchFolder, context: FolderContext): Promise<ReadBranch> {
    for (let tries = 1; ; tries++) {
      const files = await this.branchFiles.read(folder, context.root);
      const read = { files, ...(await this.readScenes(folder, context, files)) };
      const moves = await this.branchFiles.moveCount(folder, context.root);
      if (moves === (files.record?.moves.length ?? 0) || tries === 5) return read;
    }
  }

  private async readScenes(folder: BranchFolder, context: FolderContext, files: BranchFiles) {
    const { record, recordProblem } = files;
    const branch = { name: folder.branch, record, recordProblem };
    const committed = new Set(record?.moves.map(move => move.number));
    try {
      return { ...branch, ...(await readBranchFolder(folder, context, committed)) };
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      return { ...branch, checkpoints: [], problems: [error.toProblem()] };
    }
  }

  private rowsOf(branches: readonly DerivedBranch<ReadBranch>[], questions: readonly Question[]) {
    const scenesOf = branches.map(branch => ({ branch, scenes: this.sceneRowsOf(branch) }));
    const found = scenesOf.flatMap(({ scenes }) => scenes);
    this.sceneRows = new Map(found.map(entry => [entry.found.file, entry]));
    const branchRows = this.branchRows.keep(
      scenesOf.map(({ branch, scenes }) => branchRowOf(branch, scenes, questions)),
    );
    const rows = {
      branches: branchRows,
      scenes: found.map(entry => entry.row),
      effects: this.effectRows.keep(scenesOf.flatMap(({ branch, scenes }) => effectRowsOf(branch, scenes))),
      journal: branches.flatMap(({ scan }) => scan.files.journal.rows),
      questions: currentQuestions(questions, branchRows),
    };
    return { rows, found: new Map(found.map(entry => [entry.row, entry.found])) };
  }

  private sceneRowsOf(branch: DerivedBranch): FoundRow[] {
    return branch.scenes.map(({ id, parent, checkpoint: found }) => {
      const known = this.sceneRows.get(found.file);
      const isSame = known?.found.entry === found.entry && known.row.id === id && known.row.parent === parent;
      if (known && isSame) return { found, row: known.row };
      const { file, folderOfMove, entry } = found;
      const row = { id, branch: branch.name, parent, file, folderOfMove, provenance: null, ...entry.content };
      return { found, row };
    });
  }
}

function branchRowOf(
  branch: DerivedBranch<ReadBranch>,
  scenes: readonly FoundRow[],
  questions: readonly Question[],
): BranchRow {
  const { name, scan, parent, origin, problem } = branch;
  const head = scenes.find(({ row }) => row.id === branch.head);
  return branchRow({
    name,
    record: scan.record,
    parent,
    origin,
    head: head?.row ?? null,
    headEndsOnReply: head?.found.entry.endsOnReply ?? false,
    owner: scan.files.owner,
    questions,
    problem,
  });
}

function effectRowsOf({ name, scan }: DerivedBranch<ReadBranch>, scenes: readonly FoundRow[]): EffectRow[] {
  const { ledger, journal } = scan.files;
  return effectRows(
    name,
    ledger.rows,
    scenes.map(entry => entry.row),
    journal.classes,
  );
}

function problemsOfBranch({ files, problems }: ReadBranch): Problem[] {
  return [...problems, ...files.ledger.problems, ...files.journal.problems];
}
