import { basename, dirname, join } from 'node:path';
import { branchFromFolderName } from '../../shared/branch.ts';
import { isForkpointError, type Problem } from '../../shared/errors.ts';
import { bySavePoint } from '../../shared/head.ts';
import type { RunInfo } from '../../shared/rows.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { type CheckpointEntry, parseCheckpoint } from './checkpointEntry.ts';
import { FileMemo } from './fileMemo.ts';
import type { FolderLayout } from './folderLayout.ts';
import type { FoundCheckpoint } from './readBranchFolder.ts';
import { readRunRecord, runFileNames } from './readRunRecord.ts';

/** Says what a run is about: from `run.json`, else from its folder's name and its first scene. */
export class RunInfoReader {
  private readonly records = new FileMemo<{ record: RunRecord | null; problems: Problem[] }>();
  private task: { entry: CheckpointEntry; text: string } | null = null;

  /**
   * @param root the real path of the folder
   * @param checkpoints all of the run, in any order
   */
  async read(
    options: { id: string; readOnly: boolean },
    layout: FolderLayout,
    root: string,
    checkpoints: readonly FoundCheckpoint[],
  ): Promise<{ info: RunInfo; problems: Problem[] }> {
    const { record, problems } = await this.readRecord(layout, root);
    const info: RunInfo = {
      id: options.id,
      title: record?.title ?? titleOfFolder(root),
      task: record?.task ?? (await this.taskOf(checkpoints)),
      kind: layout.kind === 'run' ? 'run' : 'folder',
      path: layout.folder,
      readOnly: options.readOnly,
      created: record?.created ?? null,
      scenario: record?.scenario ?? null,
    };
    return { info, problems };
  }

  private async readRecord({ kind, folder }: FolderLayout, root: string) {
    if (kind !== 'run') return { record: null, problems: [] };
    try {
      return await this.records.get(join(folder, runFileNames[0]), root, () => readRunRecord(folder));
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      return { record: null, problems: [error.toProblem()] };
    }
  }

  /** The task as the first scene that can be read holds it. */
  private async taskOf(checkpoints: readonly FoundCheckpoint[]): Promise<string> {
    const readable = checkpoints.filter(({ entry }) => entry.content.problem === null);
    const [first] = readable.toSorted((x, y) => bySavePoint(x.entry.content, y.entry.content));
    if (!first) return '';
    if (this.task?.entry === first.entry) return this.task.text;
    const text = await taskIn(first);
    this.task = { entry: first.entry, text };
    return text;
  }
}

async function taskIn({ path, fileName, file }: FoundCheckpoint): Promise<string> {
  try {
    const bytes = await readIfThere(path);
    return bytes === null ? '' : parseCheckpoint(bytes, fileName, file).checkpoint.task;
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return '';
  }
}

/** `checkpoints` says little: the folder that holds it is named too. */
function titleOfFolder(folder: string): string {
  const name = basename(folder);
  return branchFromFolderName(name) === null ? name : `${basename(dirname(folder))}/${name}`;
}
