import { chmodSync, rmdirSync, unlinkSync } from 'node:fs';
import type { RestoreReport } from '../../shared/capture.ts';
import { isForkpointError } from '../../shared/errors.ts';
import { systemCode } from '../disk/diskCalls.ts';
import type { CrashPoint } from './crashPoints.ts';
import { absent, foldersAbove, isSameState, type PathState } from './entry.ts';
import type { ObjectStore } from './objectStore.ts';
import type { PlannedPath } from './planRestore.ts';
import { presentState } from './presentState.ts';
import { putEntry } from './putEntry.ts';
import { slices } from './slices.ts';

export type ReportEntry = RestoreReport['entries'][number];

/** Where a restore works. `temporaryName`: of its half-written files, so that a later act finds and removes them. */
export interface RestorePlace {
  /** Absolute, links resolved. */
  root: string;
  objects: ObjectStore;
  limitBytes: number;
  temporaryName: string;
  crashPoint: CrashPoint;
}

/**
 * Carries out a plan: first what has to go (a name may come back in another case, or as another kind), what lies in a
 * folder before the folder; then what comes, folders before what is in them; modes of folders last. Each path is looked
 * at again right before it is touched. A failure is reported and ends only its own path. Doing it twice, or again after
 * a crash, does the rest.
 */
export async function applyPlan(place: RestorePlace, plan: readonly PlannedPath[]): Promise<ReportEntry[]> {
  const work = plan.filter(({ action }) => action !== 'conflict' && action !== 'keep');
  const results = new Map<string, ReportEntry>();
  const breathe = slices();
  const act = async (step: PlannedPath, how: (step: PlannedPath) => Promise<ReportEntry | null>) => {
    if (results.has(step.path)) return;
    place.crashPoint('restore-path');
    const result = await reported(step.path, () => how(step));
    if (result) results.set(step.path, result);
    place.crashPoint('restore-path-done');
    await breathe();
  };
  for (const step of work) await act(step, async () => openFolder(place, step));
  for (const step of deepestFirst(work).filter(isRemoval)) await act(step, async () => remove(place, step));
  for (const step of work.filter(({ desired }) => desired.kind !== 'absent')) {
    await act(step, async () => belowFailed(step, results) ?? put(place, step));
  }
  for (const step of deepestFirst(work)) {
    if (results.get(step.path)?.result === 'written' || !results.has(step.path)) {
      const failure = await reported(step.path, async () => closeFolder(place, step));
      if (failure) results.set(step.path, failure);
    }
  }
  return plan.map(({ path, why }) => results.get(path) ?? { path, result: 'left-conflict', detail: why });
}

/** Where the folder that a path lies in could not be made, the path fails for the same reason. */
function belowFailed({ path }: PlannedPath, results: ReadonlyMap<string, ReportEntry>): ReportEntry | null {
  const folder = results.get(foldersAbove(path).at(-1) ?? '');
  return folder?.result === 'failed' ? { ...folder, path } : null;
}

/** By path, backwards: what lies in a folder comes before it. */
function deepestFirst(work: readonly PlannedPath[]): PlannedPath[] {
  return [...work].sort((a, b) => (a.path < b.path ? 1 : -1));
}

function isRemoval({ present, desired }: PlannedPath): boolean {
  return present.kind !== 'absent' && present.kind !== desired.kind;
}

/** What is there now is what the plan saw, or what an earlier try of it left. */
function isExpected({ present, desired }: PlannedPath, now: PathState): boolean {
  if (isSameState(now, present) || isSameState(now, desired)) return true;
  if (now.kind === 'absent') return present.kind !== desired.kind;
  const modes = [present, desired].flatMap(state => (state.kind === 'folder' ? [state.mode | 0o700] : []));
  return now.kind === 'folder' && modes.includes(now.mode);
}

function stateNow(place: RestorePlace, { path }: PlannedPath): PathState {
  return presentState(place.root, path, place.limitBytes);
}

/** Folders that are to go, or to change, are open while the rest is put back. */
function openFolder(place: RestorePlace, step: PlannedPath): ReportEntry | null {
  if (step.present.kind !== 'folder') return null;
  const now = stateNow(place, step);
  // A try that was cut short may have taken it away already.
  if (now.kind !== 'folder' && isRemoval(step) && isExpected(step, now)) return null;
  if (now.kind !== 'folder' || !isExpected(step, now)) return conflict(step);
  if ((now.mode & 0o700) !== 0o700) chmodSync(`${place.root}/${step.path}`, now.mode | 0o700);
  return null;
}

function closeFolder(place: RestorePlace, step: PlannedPath): ReportEntry | null {
  if (step.desired.kind !== 'folder') return null;
  const now = stateNow(place, step);
  if (now.kind !== 'folder' || !isExpected(step, now)) return conflict(step);
  chmodSync(`${place.root}/${step.path}`, step.desired.mode);
  if (step.present.kind !== 'folder') return null;
  return {
    path: step.path,
    result: isSameState(step.present, step.desired) ? 'same' : 'mode-set',
    detail: null,
  };
}

/** Null where something else is to come in its place. */
function remove(place: RestorePlace, step: PlannedPath): ReportEntry | null {
  const now = stateNow(place, step);
  const done = step.desired.kind === 'absent' ? deleted(step) : null;
  if (now.kind === 'absent') return done;
  if (isSameState(now, step.desired)) return null;
  if (!isExpected(step, now)) return conflict(step);
  const absolute = `${place.root}/${step.path}`;
  if (now.kind !== 'folder') {
    unlinkSync(absolute);
    return done;
  }
  try {
    rmdirSync(absolute);
    return done;
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) throw error;
    if (step.present.kind === 'folder') chmodSync(absolute, step.present.mode);
    return { path: step.path, result: 'left-conflict', detail: 'not-empty' };
  }
}

async function put(place: RestorePlace, step: PlannedPath): Promise<ReportEntry | null> {
  const { path, present, desired } = step;
  const isModeOnly = present.kind === 'file' && desired.kind === 'file' && present.digest === desired.digest;
  const bytes = desired.kind === 'file' && !isModeOnly ? await place.objects.read(desired.digest) : null;
  const now = stateNow(place, step);
  if (!isExpected(step, now)) return conflict(step);
  if (desired.kind === 'folder' && now.kind === 'folder')
    return present.kind === 'folder' ? null : written(step);
  if (isSameState(now, desired)) return isModeOnly ? modeSet(step) : written(step);
  if (isModeOnly) {
    chmodSync(`${place.root}/${path}`, desired.mode);
    return modeSet(step);
  }
  putEntry(place, path, desired, bytes, now.kind === absent.kind);
  return written(step);
}

/** A failure of the disk, or of what was kept, becomes the report of its path; anything else is no failure of ours. */
async function reported(path: string, work: () => Promise<ReportEntry | null>): Promise<ReportEntry | null> {
  try {
    return await work();
  } catch (error) {
    const detail = isForkpointError(error) ? error.code : systemCode(error);
    if (detail === null) throw error;
    if (detail === 'EEXIST') return { path, result: 'left-conflict', detail: 'changed-by-others' };
    return { path, result: 'failed', detail };
  }
}

const conflict = ({ path }: PlannedPath): ReportEntry => ({
  path,
  result: 'left-conflict',
  detail: 'changed-by-others',
});
const deleted = ({ path }: PlannedPath): ReportEntry => ({ path, result: 'deleted', detail: null });
const written = ({ path }: PlannedPath): ReportEntry => ({ path, result: 'written', detail: null });
const modeSet = ({ path }: PlannedPath): ReportEntry => ({ path, result: 'mode-set', detail: null });
