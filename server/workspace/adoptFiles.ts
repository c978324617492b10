import { randomBytes } from 'node:crypto';
import { type Adoption, leftPaths } from '../../shared/adoption.ts';
import type { RestoreEntry, RestoreReport } from '../../shared/capture.ts';
import { digestOfValue } from '../../shared/digest.ts';
import { ForkpointError } from '../../shared/errors.ts';
import {
  type AdoptionAct,
  type AdoptionRecord,
  adoptionUnderWay,
  pathsToTakeBack,
} from './adoptionRecord.ts';
import type { Capture, CaptureStore } from './captureStore.ts';
import { absent, foldersAbove, isSameState, type PathState } from './entry.ts';
import { restoreEntries } from './fileChanges.ts';
import { ownChanges, type RunChanges } from './ownChanges.ts';
import { type PlannedPath, planPaths } from './planRestore.ts';
import { presentCapture } from './presentCapture.ts';
import { readJournal } from './restoreJournal.ts';
import { presentHeld, type RestoreParts, restorePlanned } from './restoreWorkspace.ts';
import type { CaptureRange } from './runFiles.ts';

/** Files that are to be adopted, and what is known of the workspace that they go into. */
export interface FilesToAdopt {
  /** The capture that holds them. */
  capture: string;
  /** Of the scene that both sides come from; null where there is none. */
  since: string | null;
  /** The run's own, of the workspace that they go into. */
  ranges: readonly CaptureRange[];
  /** Conflicts that the person wants to be written over. */
  take: readonly string[];
}

export interface PlannedFiles {
  entries: RestoreEntry[];
  digest: string;
}

/** What the person saw; null goes ahead without. */
type SeenDigest = string | null;

/** What adopting files would do. Writes nothing. @throws ForkpointError */
export async function planAdoptedFiles(
  parts: RestoreParts,
  into: string,
  files: FilesToAdopt,
): Promise<PlannedFiles> {
  await refuseUnfinished(parts, into);
  const present = await presentCapture(parts.store, parts.capturer, into);
  const planned = await pathsToAdopt(parts.store, into, files, present);
  return { entries: await restoreEntries(present.objects, planned), digest: digestOf(files, planned) };
}

/**
 * Adopts files: holds the present ones first, looks again, and carries out what the person saw.
 * @param seen digest of the plan; another one is refused with `adoption-changed`, and nothing is written
 * @throws ForkpointError
 */
export async function adoptFiles(
  parts: RestoreParts,
  into: string,
  files: FilesToAdopt,
  act: AdoptionAct & Pick<Adoption, 'from'>,
  seen: SeenDigest,
): Promise<{ id: string; report: RestoreReport }> {
  const before = await presentHeld(parts, into);
  const planned = await pathsToAdopt(parts.store, into, files, before);
  if (seen !== null && seen !== digestOf(files, planned)) throw new ForkpointError('adoption-changed', {});
  const id = randomBytes(6).toString('hex');
  const adoption = { kind: 'adopt' as const, id, ...act };
  return { id, report: await restorePlanned(parts, into, { before: before.id, planned, adoption }) };
}

/** What undoing an adoption would do. Writes nothing. @throws ForkpointError `no-such-adoption` */
export async function planUndoneFiles(
  parts: RestoreParts,
  into: string,
  id: string,
  take: readonly string[],
): Promise<PlannedFiles> {
  await refuseUnfinished(parts, into);
  const record = await adoptionNamed(parts.store, into, id);
  const present = await presentCapture(parts.store, parts.capturer, into);
  const planned = await pathsToUndo(parts.store, record, take, present);
  return { entries: await restoreEntries(present.objects, planned), digest: digestOf(record, planned) };
}

/** Puts back what an adoption changed, as it was before. @throws ForkpointError as `adoptFiles`, `no-such-adoption` */
export async function undoAdoptedFiles(
  parts: RestoreParts,
  into: string,
  { id, take }: { id: string; take: readonly string[] },
  act: AdoptionAct,
  seen: SeenDigest,
): Promise<RestoreReport> {
  const before = await presentHeld(parts, into);
  const record = await adoptionNamed(parts.store, into, id);
  const planned = await pathsToUndo(parts.store, record, take, before);
  if (seen !== null && seen !== digestOf(record, planned)) throw new ForkpointError('adoption-changed', {});
  const adoption = { kind: 'undo' as const, id, ...act };
  return await restorePlanned(parts, into, { before: before.id, planned, adoption });
}

/** What was adopted in a workspace, the oldest first, with what is under way or was cut short. Writes nothing. */
export async function adoptionsIn(store: CaptureStore, into: string): Promise<Omit<Adoption, 'into'>[]> {
  const [{ adoptions = [] }, journal] = [await store.state(into), await readJournal(store, into)];
  const step = journal?.adoption ?? null;
  const known = adoptions.map(({ before: _before, after: _after, changed: _changed, ...record }) => ({
    ...record,
    isUnfinished: record.id === step?.id,
  }));
  const isKnown = known.some(({ id }) => id === step?.id);
  return step?.kind === 'adopt' && !isKnown ? [...known, adoptionUnderWay(step)] : known;
}

/** A plan is made of files that are at rest: what was cut short is finished first, which is an act of its own. */
async function refuseUnfinished({ store }: RestoreParts, into: string): Promise<void> {
  if ((await readJournal(store, into)) !== null) throw new ForkpointError('adoption-unfinished', {});
}

type Present = Pick<Capture, 'stateAt'>;

/** The steps of an adoption: of each path what the run last made of it, or what both sides come from, must be there. */
async function pathsToAdopt(
  store: CaptureStore,
  into: string,
  files: FilesToAdopt,
  present: Present,
): Promise<PlannedPath[]> {
  // Wherever it was taken: where the files go is looked at by itself.
  const target = await store.capture(files.capture);
  const changes = await changesSince(store, into, files, target);
  return await plannedWith(changes, files.take, target, present);
}

/** Paths that either side changed since the scene that both come from. */
async function changesSince(
  store: CaptureStore,
  into: string,
  { since, ranges }: FilesToAdopt,
  target: Capture,
): Promise<RunChanges> {
  const base = since === null ? null : await store.capture(since);
  const baseAt = async (path: string): Promise<PathState> => (base ? await base.stateAt(path) : absent);
  const { own, doubtful } = await ownChanges(store, into, ranges);
  for (const [path, state] of [...own]) {
    if (isSameState(state, await baseAt(path))) own.delete(path);
  }
  for await (const { path } of store.trees.differences(base?.record.tree ?? null, target.record.tree)) {
    if (!own.has(path)) own.set(path, await baseAt(path));
  }
  return { own, doubtful };
}

/** The steps of an undo: what the adoption wrote must be there still, and what was there before comes back. */
async function pathsToUndo(
  store: CaptureStore,
  record: AdoptionRecord,
  take: readonly string[],
  present: Present,
): Promise<PlannedPath[]> {
  const [before, after] = [await store.capture(record.before), await store.capture(record.after)];
  const own = new Map<string, PathState>();
  for (const path of pathsToTakeBack(record)) own.set(path, await after.stateAt(path));
  return await plannedWith({ own, doubtful: new Set() }, take, before, present);
}

/** Plans, with folders that are missing for what comes into them, and what the person takes counted as known. */
async function plannedWith(
  changes: RunChanges,
  take: readonly string[],
  target: Capture,
  present: Present,
): Promise<PlannedPath[]> {
  for (const path of [...changes.own.keys(), ...changes.doubtful]) {
    if ((await target.stateAt(path)).kind === 'absent') continue;
    for (const folder of foldersAbove(path)) {
      const isMissing = (await present.stateAt(folder)).kind === 'absent';
      if (isMissing && !changes.own.has(folder)) changes.own.set(folder, { kind: 'folder', mode: 0 });
    }
  }
  for (const path of take.flatMap(taken => [...foldersAbove(taken), taken])) {
    if (!changes.own.has(path) && !changes.doubtful.has(path)) continue;
    changes.own.set(path, await present.stateAt(path));
  }
  return await planPaths(changes, target, path => present.stateAt(path));
}

function digestOf(files: FilesToAdopt | AdoptionRecord, planned: readonly PlannedPath[]): string {
  const of = 'capture' in files ? [files.capture, files.since] : [files.id];
  return digestOfValue([of, planned]);
}

/** @throws ForkpointError `no-such-adoption`; `adoption-undone` where no path is left that an undo could put back */
async function adoptionNamed(store: CaptureStore, into: string, id: string): Promise<AdoptionRecord> {
  const { adoptions = [] } = await store.state(into);
  const record = adoptions.find(entry => entry.id === id);
  if (!record) throw new ForkpointError('no-such-adoption', { adoption: id });
  if (record.undone !== null && leftPaths(record.undone.entries).length === 0)
    throw new ForkpointError('adoption-undone', { at: record.undone.at });
  return record;
}
