import type { FileChange, RestoreEntry } from '../../shared/capture.ts';
import type { Capture, CaptureStore } from './captureStore.ts';
import { absent, linkTarget, type PathState } from './entry.ts';
import type { ObjectStore } from './objectStore.ts';
import type { PlannedPath } from './planRestore.ts';

/** Larger files are not shown as text. */
export const largestShownBytes = 200_000;

/** Bytes by their digest. */
export type HeldBytes = Pick<ObjectStore, 'has' | 'read'>;

/** What two captures hold at a path in which they differ. */
export interface ChangedPath {
  path: string;
  was: PathState;
  is: PathState;
}

/** What changed between two captures, as people see it. See `RunFiles.changes`. @throws ForkpointError */
export async function fileChanges(
  store: CaptureStore,
  from: string | null,
  to: string,
): Promise<FileChange[]> {
  const changed = await changedPaths(store, from, to);
  return await Promise.all(
    changed.map(async ({ path, was, is }) => ({
      path,
      change: changeOf(was, is),
      before: await textOf(store.objects, was),
      after: await textOf(store.objects, is),
    })),
  );
}

/** As `fileChanges`, without reading any file. @throws ForkpointError `no-such-capture`, `capture-damaged` */
export async function changedPaths(
  store: Pick<CaptureStore, 'capture' | 'trees'>,
  from: string | null,
  to: string,
): Promise<ChangedPath[]> {
  const [before, after] = [from === null ? null : await store.capture(from), await store.capture(to)];
  const all = await differingPaths(store, before, after);
  const known = all.filter(({ was, is }) => was.kind !== 'unknown' && is.kind !== 'unknown');
  return known.filter(({ path, was, is }) => !isImplied(path, was, is, known));
}

/** Every path in which two captures differ, also where one of them does not know it. @param before null: an empty one */
export async function differingPaths(
  { trees }: Pick<CaptureStore, 'trees'>,
  before: Capture | null,
  after: Capture,
): Promise<ChangedPath[]> {
  const found: ChangedPath[] = [];
  for await (const { path } of trees.differences(before?.record.tree ?? null, after.record.tree)) {
    const was = before ? await before.stateAt(path) : absent;
    found.push({ path, was, is: await after.stateAt(path) });
  }
  return found;
}

/** The steps of a restore, as people see them. @param objects what the bytes are read from */
export async function restoreEntries(
  objects: HeldBytes,
  planned: readonly PlannedPath[],
): Promise<RestoreEntry[]> {
  const places = planned.map(({ path, present, desired }) => ({ path, was: present, is: desired }));
  const shown = planned.filter(({ path, present, desired, action }) => {
    return action === 'conflict' || !isImplied(path, present, desired, places);
  });
  return await Promise.all(
    shown.map(async ({ path, action, why, present, desired }) => ({
      path,
      action,
      why,
      change: changeOf(present, desired),
      before: await textOf(objects, present),
      after: await textOf(objects, desired),
    })),
  );
}

/** A folder that comes or goes with what is in it says nothing of its own. */
export function isImplied(
  path: string,
  was: PathState,
  is: PathState,
  all: readonly { path: string }[],
): boolean {
  const isComing = was.kind === 'absent' && is.kind === 'folder';
  const isGoing = was.kind === 'folder' && is.kind === 'absent';
  return (isComing || isGoing) && all.some(other => other.path.startsWith(`${path}/`));
}

/** What a difference is called. */
export function changeOf(was: PathState, is: PathState): FileChange['change'] {
  if (was.kind === 'absent') return 'created';
  if (is.kind === 'absent') return 'deleted';
  if (was.kind !== is.kind) return 'kind';
  if (was.kind === 'folder') return 'mode';
  return was.kind === 'file' && is.kind === 'file' && was.digest === is.digest ? 'mode' : 'changed';
}

/** A file as text, a link as where it leads; null for what is too large, no text, or held nowhere. */
async function textOf(objects: HeldBytes, state: PathState): Promise<string | null> {
  if (state.kind === 'link') return linkTarget(state, '.');
  if (state.kind !== 'file' || state.sizeBytes > largestShownBytes || !objects.has(state.digest)) return null;
  const bytes = await objects.read(state.digest);
  if (bytes.includes(0)) return null;
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : null;
}
