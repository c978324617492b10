import { randomBytes } from 'node:crypto';
import type { RestoreReport } from '../../shared/capture.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { type AdoptionStep, withAdoption } from './adoptionRecord.ts';
import { applyPlan, type ReportEntry } from './applyRestore.ts';
import type { Capture, CaptureStore } from './captureStore.ts';
import type { CaptureLimits, WorkspaceCapturer } from './captureWorkspace.ts';
import type { CrashPoint } from './crashPoints.ts';
import { foldersAbove, isSameState, type PathState } from './entry.ts';
import { type HeldBytes, isImplied } from './fileChanges.ts';
import { ownChanges } from './ownChanges.ts';
import { type PlannedPath, planPaths } from './planRestore.ts';
import { presentCapture } from './presentCapture.ts';
import { capturableState } from './presentState.ts';
import {
  type RestoreJournal,
  readJournal,
  removeJournal,
  removeTemporaries,
  writeJournal,
} from './restoreJournal.ts';
import type { CaptureRange, UnseenRange } from './runFiles.ts';
import { foundRoot, lstatOrNull, type WorkspacePlaces } from './workspaceRoot.ts';

/** What a restore stands on. */
export interface RestoreParts {
  store: CaptureStore;
  capturer: WorkspaceCapturer;
  places: WorkspacePlaces;
  limits: CaptureLimits;
  crashPoint: CrashPoint;
}

/** What a restore would do, and what the bytes of its paths are read from. */
export interface RestorePlan {
  planned: PlannedPath[];
  objects: HeldBytes;
}

/** What a restore to a capture would do. Writes nothing. @throws ForkpointError */
export async function planOfRestore(
  parts: RestoreParts,
  branch: string,
  captureId: string,
  { ranges, unseen }: { ranges: readonly CaptureRange[]; unseen: UnseenRange | null },
): Promise<RestorePlan> {
  const { store, limits } = parts;
  const target = await targetOf(parts, branch, captureId);
  const { path: root } = await foundRoot(parts.places, branch, (await store.state(branch)).root);
  const present = unseen === null ? null : await presentCapture(store, parts.capturer, branch);
  const range = unseen === null || present === null ? null : { ...unseen, present };
  const changes = await ownChanges(store, branch, ranges, range);
  const unfinished = await unfinishedPaths(store, branch);
  for (const [path, step] of unfinished) changes.own.set(path, step.desired);
  const planned = await planPaths(changes, target, path => {
    const now = capturableState(root, path, limits.fileBytes);
    const step = unfinished.get(path);
    // The act that this is the plan of finishes first what was cut short.
    return step && isSameState(now, step.present) ? step.desired : now;
  });
  return { planned, objects: present?.objects ?? store.objects };
}

/** Puts the files of a capture back. See `RunFiles.restore`. @throws ForkpointError */
export async function restoreTo(
  parts: RestoreParts,
  branch: string,
  captureId: string,
  ranges: readonly CaptureRange[],
): Promise<RestoreReport> {
  const target = await targetOf(parts, branch, captureId);
  const before = await presentHeld(parts, branch);
  const changes = await ownChanges(parts.store, branch, ranges);
  const planned = await planPaths(changes, target, path => before.stateAt(path));
  return await restorePlanned(parts, branch, { before: before.id, planned });
}

/** The present files, captured before any of them is touched; what was cut short before is finished first. */
export async function presentHeld(parts: RestoreParts, branch: string): Promise<Capture> {
  parts.crashPoint('restore');
  await finishRestore(parts, branch);
  const before = await parts.store.capture((await heldFirst(parts, branch)).id);
  parts.crashPoint('restore-held');
  return before;
}

/** Steps that were planned against a capture of the present files, and of which adoption they are, if of one. */
export interface PlannedRestore {
  before: string;
  planned: readonly PlannedPath[];
  adoption?: AdoptionStep;
}

/** Carries a plan out. Written to its journal, it is finished whatever happens. @throws ForkpointError */
export async function restorePlanned(
  parts: RestoreParts,
  branch: string,
  { before, planned, adoption }: PlannedRestore,
): Promise<RestoreReport> {
  const { store, crashPoint } = parts;
  await checkBytes(store, planned);
  const { path: root } = await foundRoot(parts.places, branch, (await store.state(branch)).root);
  const journal: RestoreJournal = {
    version: 1,
    branch,
    before,
    temporaryName: `.forkpoint-${randomBytes(6).toString('hex')}.tmp`,
    plan: [...planned, ...closedFolders(root, planned)],
    ...(adoption && { adoption }),
  };
  await writeJournal(store, journal);
  crashPoint('restore-noted');
  const report = await carriedOut(parts, root, journal);
  crashPoint('after-restore');
  return report;
}

/** Less the folders that came or went with what is in them, and those that were only opened for a while. */
function shownEntries(entries: readonly ReportEntry[], plan: readonly PlannedPath[]): ReportEntry[] {
  const planned = plan.filter(({ present, desired }) => !isSameState(present, desired));
  const steps = new Map(planned.map(step => [step.path, step]));
  return entries.filter(({ path, result }) => {
    const step = steps.get(path);
    const isDone = result === 'written' || result === 'deleted';
    return step && !(isDone && isImplied(path, step.present, step.desired, planned));
  });
}

/** Finishes the restore of a branch that was cut short, if there is one. @throws ForkpointError */
export async function finishRestore(parts: RestoreParts, branch: string): Promise<void> {
  const journal = await readJournal(parts.store, branch);
  if (journal === null) return;
  const { path: root } = await foundRoot(parts.places, branch, (await parts.store.state(branch)).root);
  removeTemporaries(root, journal);
  await carriedOut(parts, root, journal);
}

async function carriedOut(
  { store, capturer, limits, crashPoint }: RestoreParts,
  root: string,
  journal: RestoreJournal,
): Promise<RestoreReport> {
  const { temporaryName, plan, branch, before } = journal;
  const place = { root, objects: store.objects, limitBytes: limits.fileBytes, temporaryName, crashPoint };
  const entries = await applyPlan(place, plan);
  crashPoint('restore-applied');
  const after = await capturer.take(branch);
  const state = await store.state(branch);
  const changed = entries.flatMap(({ path, result }) =>
    ['written', 'deleted', 'mode-set'].includes(result) ? [path] : [],
  );
  const verified = await isAsReported(await store.capture(after.id), plan, entries);
  const report = { before, entries: shownEntries(entries, plan), verified };
  await store.saveState({
    ...state,
    restores: [...state.restores, [before, after.id]],
    ...(journal.adoption && {
      adoptions: withAdoption(state.adoptions ?? [], journal.adoption, {
        ...report,
        after: after.id,
        changed,
      }),
    }),
  });
  crashPoint('restore-recorded');
  await removeJournal(store, branch);
  return report;
}

/** Whether what was reported as put back is there, as the capture after it sees it, and nothing failed. */
async function isAsReported(
  after: Capture,
  plan: readonly PlannedPath[],
  entries: readonly ReportEntry[],
): Promise<boolean> {
  const desired = new Map(plan.map(step => [step.path, step.desired]));
  for (const { path, result } of entries) {
    if (result === 'failed') return false;
    const wanted = desired.get(path);
    if (result === 'left-conflict' || !wanted) continue;
    if (!isSameState(await after.stateAt(path), wanted)) return false;
  }
  return true;
}

async function targetOf(parts: RestoreParts, branch: string, captureId: string): Promise<Capture> {
  const target = await parts.store.capture(captureId);
  // A capture of this very workspace; one of an ancestor's was taken in its own place.
  if (target.record.branch === branch) await foundRoot(parts.places, branch, target.record.root);
  return target;
}

async function heldFirst({ capturer }: RestoreParts, branch: string) {
  try {
    return await capturer.take(branch);
  } catch (error) {
    if (!isForkpointError(error) || error.code === 'foreign-root') throw error;
    throw new ForkpointError('capture-failed', { branch, detail: error.code }, { cause: error });
  }
}

/** Every byte that is to be written is there and right, before the first path is touched. @throws `capture-damaged` */
async function checkBytes(store: CaptureStore, planned: readonly PlannedPath[]): Promise<void> {
  const wanted = planned.flatMap(({ action, desired }) =>
    action === 'write' && desired.kind === 'file' ? [desired.digest] : [],
  );
  for (const digest of new Set(wanted)) await store.objects.read(digest);
}

async function unfinishedPaths(store: CaptureStore, branch: string): Promise<Map<string, PlannedPath>> {
  const plan = (await readJournal(store, branch))?.plan ?? [];
  const work = plan.filter(({ action }) => action !== 'conflict' && action !== 'keep');
  return new Map(work.map(step => [step.path, step]));
}

/**
 * Folders of ours that are closed to writing while something in them is to be put back: part of the plan, so that they
 * are opened first and closed again at the end, also after a crash.
 */
function closedFolders(root: string, planned: readonly PlannedPath[]): PlannedPath[] {
  const listed = new Set(planned.map(({ path }) => path));
  const folders = new Set(planned.flatMap(({ path }) => foldersAbove(path).slice(-1)));
  return [...folders].flatMap(path => {
    const stats = listed.has(path) ? null : lstatOrNull(`${root}/${path}`);
    if (!stats?.isDirectory() || stats.uid !== process.geteuid?.() || (stats.mode & 0o300) === 0o300)
      return [];
    const state: PathState = { kind: 'folder', mode: stats.mode & 0o7777 };
    return [{ path, action: 'mode', why: null, present: state, desired: state }];
  });
}
