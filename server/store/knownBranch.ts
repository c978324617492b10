import type { SceneRow } from '../../shared/rows.ts';
import { statIfThere } from '../disk/readIfThere.ts';
import { BranchFolder, type BranchMark } from './branchFolder.ts';
import { type BranchView, recordFromRows, viewFromRows } from './branchView.ts';
import type { FileRun } from './fileRun.ts';

/** A branch as it was read. */
export interface ReadBranch {
  view: BranchView;
  /** Whether `branch.json` is there; else the record was made from rows. */
  isRecorded: boolean;
}

interface Known extends ReadBranch {
  mark: BranchMark;
  headSignature: string;
}

/**
 * What is known of a branch between acts, so that a save need not look at every file again. Before it is used a
 * cheap look says whether anybody else, another program too, wrote, moved or replaced something meanwhile.
 */
export class KnownBranch {
  private readonly run: FileRun;
  private readonly name: string;
  private known: Known | null = null;

  constructor(run: FileRun, name: string) {
    this.run = run;
    this.name = name;
  }

  forget(): void {
    this.known = null;
  }

  /** The branch as it is, read anew. */
  async read(): Promise<ReadBranch> {
    const record = await new BranchFolder(await this.run.branchPath(this.name)).readRecord();
    const rows = await this.run.source.rows();
    const view = viewFromRows(rows, record ?? recordFromRows(rows, this.name));
    return { view, isRecorded: record !== null };
  }

  /** The branch as it is, from memory where that still holds. */
  async current(folder: BranchFolder): Promise<ReadBranch> {
    const mark = await folder.mark();
    const { known } = this;
    if (known && isSameMark(known.mark, mark) && known.headSignature === (await this.signature(known.view))) {
      return known;
    }
    // The mark is older than what is read now: a change in between shows the next time.
    const read = await this.read();
    this.known = { ...read, mark, headSignature: await this.signature(read.view) };
    return read;
  }

  /** Adds the scene that was just saved and is the head now. */
  async extend(row: SceneRow, fileName: string): Promise<void> {
    const { known } = this;
    if (!known) return;
    const scenes = new Map(known.view.scenes).set(row.id, row);
    const view = { ...known.view, own: [...known.view.own, row], scenes, head: row.id };
    const mark = { ...known.mark, names: new Set(known.mark.names).add(fileName) };
    this.known = { ...known, view, mark, headSignature: await this.signature(view) };
  }

  private async signature(view: BranchView): Promise<string> {
    const row = view.own.find(scene => scene.id === view.head);
    const stat = row ? await statIfThere(this.run.pathOf(row.file)) : null;
    return stat === null ? '' : `${stat.ino}/${stat.size}/${stat.mtimeNs}`;
  }
}

function isSameMark(x: BranchMark, y: BranchMark): boolean {
  return (
    x.record === y.record && x.names.size === y.names.size && [...x.names].every(name => y.names.has(name))
  );
}
