import { join } from 'node:path';
import type { CaptureNote, GitHead } from '../../shared/capture.ts';
import { isForkpointError } from '../../shared/errors.ts';
import { CaptureStore } from './captureStore.ts';
import { type CaptureLimits, failedNote, WorkspaceCapturer } from './captureWorkspace.ts';
import type { CrashPoint } from './crashPoints.ts';
import { fileChanges, restoreEntries } from './fileChanges.ts';
import { FolderSize } from './folderSize.ts';
import { forkSize, forkWorkspace } from './forkWorkspace.ts';
import { commitsBetween, readGitHead } from './gitHead.ts';
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
  const { limits: given, crashPoint = () => undefined, ...places } = options;
  const limits = { ...defaultLimits, ...given };
  const store = new CaptureStore(places.runFolder);
  const capturer = new WorkspaceCapturer(store, places, limits, crashPoint);
  return new DiskRunFiles({ store, capturer, places, limits, crashPoint });
}

class DiskRunFiles implements RunFiles {
  private readonly parts: RestoreParts;
  /** The last act on each branch. */
  private readonly acts = new Map<string, Promise<unknown>>();
  private readonly keptOfCalls: FolderSize;

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

  /** Acts on one branch one after the other; a failure ends only its own. */
  private async inTurn<T>(branch: string, work: () => Promise<T>): Promise<T> {
    const act = (this.acts.get(branch) ?? Promise.resolve()).then(work, work);
    this.acts.set(branch, act);
    return await act;
  }
}
