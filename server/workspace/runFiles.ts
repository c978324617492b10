import type { Adoption } from '../../shared/adoption.ts';
import type { Attribution } from '../../shared/branch.ts';
import type {
  CaptureNote,
  FileChange,
  GitHead,
  GitMove,
  NotCaptured,
  RestoreEntry,
  RestoreReport,
} from '../../shared/capture.ts';
import type { FilesToAdopt, PlannedFiles } from './adoptFiles.ts';
import type { AdoptionAct } from './adoptionRecord.ts';
import type { OutsideRoots } from './outsideRoots.ts';
import type { Patch } from './patch.ts';

/**
 * Two captures between which calls of the run ran, in one workspace: what changed between them, the run changed, unless
 * `whose` says otherwise.
 */
export type CaptureRange = readonly [before: string, after: string, whose?: Attribution];

/** As a range up to now: calls of the run were cut off, and nobody has captured the files since. */
export interface UnseenRange {
  before: string;
  /** Null where everything is the run's. */
  whose: Attribution | null;
}

/** What a fork's workspace would take from the disk. */
export interface ForkSize {
  /** Files that the capture holds. */
  files: number;
  capturedBytes: number;
  /** Of ignored folders and others that are copied from the workspace as it is now. */
  copiedBytes: number;
}

/**
 * The files of one run. Everything that writes is for the holder of the branch's lock; on one branch it runs one after
 * the other. Nothing here goes through a link, or into a repository's own files.
 */
export interface RunFiles {
  /** Absolute path of a branch's workspace: a person's own folder, or a copy below the run. @throws `bad-name` */
  folderOf(branch: string): string;

  /** Holds the files as they are now. Never throws for what the disk does: a failed capture says so and has no id. */
  capture(branch: string): Promise<CaptureNote>;

  /**
   * What changed between two captures; `null` stands for an empty workspace. Paths that one of them does not hold are
   * left out: nothing is known of them. @throws `no-such-capture`, `capture-damaged`
   */
  changes(from: string | null, to: string): Promise<FileChange[]>;

  /** Everything that a capture does not hold, with the reasons. @throws `no-such-capture`, `capture-damaged` */
  notCaptured(capture: string): Promise<NotCaptured[]>;

  /**
   * What `restore` would do. Writes nothing.
   * @param ranges the run's own, of this workspace; the restores made in it are known here and need not be given
   * @param unseen what a capture taken before `restore` will add to them
   * @throws `no-such-capture`, `capture-damaged`, `foreign-root`
   */
  planRestore(
    branch: string,
    capture: string,
    ranges: readonly CaptureRange[],
    unseen?: UnseenRange | null,
  ): Promise<RestoreEntry[]>;

  /**
   * Puts back what the run is known to have changed and nobody else since. The present files are captured first
   * (`before`, which an undo restores), and every byte to be written is checked before the first is. What fails is
   * reported by path. Killed in between, the next act on this branch finishes it.
   * @throws as `planRestore`, and `capture-failed` where the present files could not be held: nothing was touched then
   */
  restore(branch: string, capture: string, ranges: readonly CaptureRange[]): Promise<RestoreReport>;

  /**
   * Makes the workspace of a new branch from a capture. It appears whole or not at all. Ignored folders and others that
   * are not held are copied as they are now, sharing blocks where the disk can. Only what is not plainly written is
   * reported by path. The caller sees to it that no branch has the name; a copy that was made before and never used, as a
   * fork that was cut short leaves it, is made anew.
   * @throws `name-taken` for a workspace in use, `no-such-capture`, `capture-damaged`, `disk-full`, `write-failed`
   */
  copyTo(capture: string, newBranch: string): Promise<RestoreReport>;

  /**
   * What became of the HEAD of a person's repository since a capture: null where it is the same, or where it cannot be
   * told. Nothing here ever moves it.
   */
  gitSince(branch: string, was: GitHead): Promise<GitMove | null>;

  /** Bytes that all captures of the run take from the disk. */
  keptBytes(): Promise<number>;

  /** @throws `no-such-capture`, `capture-damaged` */
  forkSize(capture: string): Promise<ForkSize>;

  /**
   * What `adopt` would do to a branch's workspace. Writes nothing.
   * @throws `no-such-capture`, `capture-damaged`, `foreign-root`, `adoption-unfinished`
   */
  planAdoption(branch: string, files: FilesToAdopt): Promise<PlannedFiles>;

  /**
   * Brings files of another branch into a branch's workspace: of the paths that either changed, those that nobody else
   * changed since. Held, checked, journaled and finished as a `restore` is; kept as an adoption, which can be undone.
   * @param seen digest of the plan, or null to go ahead without one
   * @throws as `restore`, and `adoption-changed` where the plan is another by now
   */
  adopt(
    branch: string,
    files: FilesToAdopt,
    act: AdoptionAct & Pick<Adoption, 'from'>,
    seen: string | null,
  ): Promise<{ id: string; report: RestoreReport }>;

  /** What was adopted in a branch's workspace, the oldest first. Writes nothing. */
  adoptions(branch: string): Promise<Omit<Adoption, 'into'>[]>;

  /** What `undoAdoption` would do. Writes nothing. @throws as `planAdoption`, `no-such-adoption`, `adoption-undone` */
  planUndoAdoption(branch: string, id: string, take: readonly string[]): Promise<PlannedFiles>;

  /** Puts back what an adoption changed; what changed since is left, unless it is taken. @throws as `adopt` */
  undoAdoption(
    branch: string,
    which: { id: string; take: readonly string[] },
    act: AdoptionAct,
    seen: string | null,
  ): Promise<RestoreReport>;

  /** Finishes what was cut short in a branch's workspace. @throws ForkpointError */
  finish(branch: string): Promise<void>;

  /** Paths of a branch's workspace that are not now as in a capture of it. Writes nothing. @throws as `planRestore` */
  changedSince(branch: string, capture: string): Promise<string[]>;

  /** The difference between two captures as a patch; `null` stands for an empty workspace. @throws as `changes` */
  patch(from: string | null, to: string): Promise<Patch>;

  /**
   * The same objects with a folder of the person's own in place of the workspace of `main`, for what is adopted there.
   * The same folder gives the same keeper. @param folder absolute, links resolved
   */
  outside(folder: string): RunFiles;

  /** Folders that `outside` was asked for and something was adopted in. */
  outsideFolders(): Promise<OutsideRoots>;
}
