import type { RestoreEntry } from '../../shared/capture.ts';
import type { Capture } from './captureStore.ts';
import { foldersAbove, isSameState, type PathState } from './entry.ts';
import type { RunChanges } from './ownChanges.ts';

/** Why a path is left as it is. */
export type WhyLeft =
  | 'changed-by-others'
  | 'not-known-by-whom'
  | 'not-captured-then'
  | 'not-captured-now'
  | 'not-empty';

/** What a restore is to do with one path. `present`: what is there, and has to be there still when it is done. */
export interface PlannedPath {
  path: string;
  action: RestoreEntry['action'];
  why: WhyLeft | null;
  present: PathState;
  desired: PathState;
}

type Left = Pick<PlannedPath, 'action' | 'why'>;
type PresentAt = (path: string) => Promise<PathState> | PathState;

/**
 * Compares, for each path of the run, what it last made of it, what is there now, and what is wanted. Paths that are as
 * wanted are left out.
 * @param changes from `ownChanges`
 */
export async function planPaths(
  { own, doubtful }: RunChanges,
  target: Capture,
  presentAt: PresentAt,
): Promise<PlannedPath[]> {
  const planned = new Map<string, PlannedPath>();
  for (const path of [...new Set([...own.keys(), ...doubtful])].sort()) {
    const [present, desired] = [await presentAt(path), await target.stateAt(path)];
    if (isSameState(present, desired)) continue;
    const why =
      whyLeft({ known: own.get(path), isDoubtful: doubtful.has(path) }, present, desired) ??
      (await whyNoFolder(path, desired, planned, presentAt));
    planned.set(path, {
      path,
      ...(why ?? { action: actionFor(present, desired), why: null }),
      present,
      desired,
    });
  }
  return [...planned.values()];
}

/** A folder that somebody else took away does not come back for what was in it. */
async function whyNoFolder(
  path: string,
  desired: PathState,
  planned: ReadonlyMap<string, PlannedPath>,
  presentAt: PresentAt,
): Promise<Left | null> {
  const folder = foldersAbove(path).at(-1);
  if (desired.kind === 'absent' || folder === undefined) return null;
  const step = planned.get(folder);
  const isComing = step?.action === 'write' && step.desired.kind === 'folder';
  if (isComing || (await presentAt(folder)).kind === 'folder') return null;
  return { action: 'conflict', why: 'changed-by-others' };
}

function whyLeft(
  { known, isDoubtful }: { known: PathState | undefined; isDoubtful: boolean },
  present: PathState,
  desired: PathState,
): Left | null {
  if (desired.kind === 'unknown') return { action: 'keep', why: 'not-captured-then' };
  if (present.kind === 'unknown') return { action: 'keep', why: 'not-captured-now' };
  if (known && isSameState(known, present)) return null;
  return { action: 'conflict', why: isDoubtful ? 'not-known-by-whom' : 'changed-by-others' };
}

function actionFor(present: PathState, desired: PathState): 'write' | 'delete' | 'mode' {
  if (desired.kind === 'absent') return 'delete';
  if (desired.kind === 'folder') return present.kind === 'folder' ? 'mode' : 'write';
  const isModeOnly = present.kind === 'file' && desired.kind === 'file' && present.digest === desired.digest;
  return isModeOnly ? 'mode' : 'write';
}
