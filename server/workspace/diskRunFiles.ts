import { join } from 'node:path';
import type { Adoption } from '../../shared/adoption.ts';
import type { CaptureNote, GitHead } from '../../shared/capture.ts';
import { isForkpointError } from '../../shared/errors.ts';
import {
  adoptFiles,
  adoptionsIn,
  type FilesToAdopt,
  planAdoptedFiles,
  planUndoneFiles,
  undoAdoptedFiles,
} from './adoptFiles.ts';
import type { AdoptionAct } from './adoptionRecord.ts';
import { CaptureStore } from './captureStore.ts';
import { type CaptureLimits, failedNote, WorkspaceCapturer } from './captureWorkspace.ts';
import type { CrashPoint } from './crashPoints.ts';
import { fileChanges, restoreEntries } from './fileChanges.ts';
import { FolderSize } from './folderSize.ts';
import { forkSize, forkWorkspace } from './forkWorkspace.ts';
import { commitsBetween, readGitHead } from './gitHead.ts';
import { outsideName, outsideRoots } from './outsideRoots.ts';
import { patchBetween } from './patch.ts';
import { presentCapture } from './presentCapture.ts';
import { finishRestore, planOfRestore, type RestoreParts, restoreTo } from './restoreWorkspace.ts';
import type { CaptureRange, RunFiles, UnseenRange } from './runFiles.ts';
import { type WorkspacePlaces, workspaceFolder } from './workspaceRoot.ts';

export interface RunFilesOptions extends WorkspacePlaces {
  limits?: Partial<CaptureLimits>;
  crashPoint?: CrashPoint;
}

const defaultLimits: CaptureLimits = { fileBytes: 32 * 1024 * 1024, runBytes: 2 * 1024 * 1024 * 1024 };

/** The files of a run below `<run>/captures`, in plain Node. Opening writes nothing. */
export function openRunFiles(options: RunFilesOptions): RunFiles {
  return openKept(options, null);
}

/** @param outside name of the folder that takes the place of the workspace of `main`, see `CaptureStore` */
function openKept(options: RunFilesOptions, outside: string | null): RunFiles {
  const { limits: given, crashPoint = () => undefined, ...places } = options;
  const limits = { ...defaultLimits, ...given };
  const store = new CaptureStore(places.runFolder, outside);
  const capturer = new WorkspaceCapturer(store, places, limits, crashPoint);
  return new DiskRunFiles({ store, capturer, places, limits, crashPoint });
}

class DiskRunFiles implements RunFiles {
  private readonly parts: RestoreParts;
  /** The last act on each branch. */
  private readonly acts = new Map<string, Promise<unknown>>();
  private readonly keptOfCalls: FolderSize;
  private readonly keepers = new Map<string, RunFiles>();

  constructor(parts: RestoreParts) {
    this.parts = parts;
    this.keptOfCalls = new FolderSize(join(parts.store.folder, 'calls'));
  }

  folderOf(branch: string): string {
    return workspaceFolder(this.parts.places, branch);
  }

  async capture(branch: string): Promise<CaptureNote> {
    return await this.inTurn(branch, async () => {
      try {
        await finishRestore(this.parts, branch);
        return await this.parts.capturer.take(branch);
      } catch (error) {
        if (!isForkpointError(error)) throw error;
        return failedNote(error);
      }
    });
  }

  async changes(from: string | null, to: string) {
    return await fileChanges(this.parts.store, from, to);
  }

  async notCaptured(capture: string) {
    return [...(await this.parts.store.capture(capture)).notCaptured];
  }

  async planRestore(
    branch: string,
    capture: string,
    ranges: readonly CaptureRange[],
    unseen: UnseenRange | null = null,
  ) {
    const { planned, objects } = await planOfRestore(this.parts, branch, capture, { ranges, unseen });
    return await restoreEntries(objects, planned);
  }

  async restore(branch: string, capture: string, ranges: readonly CaptureRange[]) {
    return await this.inTurn(branch, () => restoreTo(this.parts, branch, capture, ranges));
  }

  async copyTo(capture: string, newBranch: string) {
    return await this.inTurn(newBranch, () => forkWorkspace(this.parts, capture, newBranch));
  }

  async gitSince(branch: string, was: GitHead) {
    const folder = this.folderOf(branch);
    const is = await readGitHead(folder);
    if (is === null || (is.commit === was.commit && is.ref === was.ref)) return null;
    return { was, is, commitsAfter: await commitsBetween(folder, was.commit, is.commit) };
  }

  async keptBytes() {
    await this.parts.store.objects.refresh();
    return this.parts.store.objects.sizeBytes + (await this.keptOfCalls.sizeBytes());
  }

  async forkSize(capture: string) {
    return await forkSize(this.parts, capture);
  }

  async planAdoption(branch: string, files: FilesToAdopt) {
    return await planAdoptedFiles(this.parts, branch, files);
  }

  async adopt(
    branch: string,
    files: FilesToAdopt,
    act: AdoptionAct & Pick<Adoption, 'from'>,
    seen: string | null,
  ) {
    return await this.inTurn(branch, () => adoptFiles(this.parts, branch, files, act, seen));
  }

  async adoptions(branch: string) {
    return await adoptionsIn(this.parts.store, branch);
  }

  async planUndoAdoption(branch: string, id: string, take: readonly string[]) {
    return await planUndoneFiles(this.parts, branch, id, take);
  }

  async undoAdoption(
    branch: string,
    which: { id: string; take: readonly string[] },
    act: AdoptionAct,
    seen: string | null,
  ) {
    return await this.inTurn(branch, () => undoAdoptedFiles(this.parts, branch, which, act, seen));
  }

  async finish(branch: string) {
    await this.inTurn(branch, () => finishRestore(this.parts, branch));
  }

  async changedSince(branch: string, capture: string) {
    const present = await presentCapture(this.parts.store, this.parts.capturer, branch);
    const { record } = await this.parts.store.capture(capture);
    const changed: string[] = [];
    for await (const { path } of present.trees.differences(record.tree, present.tree)) changed.push(path);
    return changed;
  }

  async patch(from: string | null, to: string) {
    return await patchBetween(this.parts.store, from, to);
  }

  outside(folder: string) {
    const { places, limits, crashPoint } = this.parts;
    const known = this.keepers.get(folder);
    if (known) return known;
    const options = { ...places, ownFolder: folder, limits, crashPoint };
    const keeper = openKept(options, outsideName(folder));
    this.keepers.set(folder, keeper);
    return keeper;
  }

  async outsideFolders() {
    return await outsideRoots(this.parts.places.runFolder);
  }

  /** Acts on one branch one after the other; a failure ends only its own. */
  private async inTurn<T>(branch: string, work: () => Promise<T>): Promise<T> {
    const act = (this.acts.get(branch) ?? Promise.resolve()).then(work, work);
    this.acts.set(branch, act);
    return await act;
  }
}
