import type { Attribution } from '../../shared/branch.ts';
import type { Capture, CaptureStore } from './captureStore.ts';
import type { PathState } from './entry.ts';
import type { PresentCapture } from './presentCapture.ts';
import type { CaptureRange } from './runFiles.ts';

/** What became of a workspace while the run was at work in it. */
export interface RunChanges {
  /** The paths that the run is known to have changed, each with what it last made of it. */
  own: Map<string, PathState>;
  /** Paths that changed meanwhile, and it is not known by whom. */
  doubtful: Set<string>;
}

/** The changes since a capture of which there is none yet. */
export interface PresentRange {
  before: string;
  present: PresentCapture;
  whose: Attribution | null;
}

interface Stretch {
  before: Capture;
  after: Pick<Capture, 'stateAt'>;
  tree: string;
  whose: Attribution | null;
}

/**
 * What a run changed in the workspace of a branch. Only changes within `ranges` and within the restores made there count:
 * what changed elsewhere is somebody else's.
 * @throws ForkpointError `no-such-capture`, `capture-damaged`
 */
export async function ownChanges(
  store: CaptureStore,
  branch: string,
  ranges: readonly CaptureRange[],
  unseen: PresentRange | null = null,
): Promise<RunChanges> {
  const changes: RunChanges = { own: new Map(), doubtful: new Set() };
  const trees = unseen?.present.trees ?? store.trees;
  for (const { before, after, tree, whose } of await stretchesOf(store, branch, ranges, unseen)) {
    for await (const { path } of trees.differences(before.record.tree, tree)) {
      const was = await before.stateAt(path);
      const by = whose === null ? 'run' : changedBy(path, was, whose);
      if (by === 'run') await noteOwn(changes, path, was, after);
      else if (by === 'unknown' && was.kind !== 'unknown') changes.doubtful.add(path);
    }
  }
  return changes;
}

async function noteOwn(
  { own, doubtful }: RunChanges,
  path: string,
  was: PathState,
  after: Stretch['after'],
): Promise<void> {
  doubtful.delete(path);
  if (was.kind !== 'unknown') own.set(path, await after.stateAt(path));
  // It may have been there all along, or somebody else's by now.
  else if (own.has(path)) own.set(path, was);
}

/** In the order in which they were captured; of a fork's ancestors only what came before its files were copied. */
async function stretchesOf(
  store: CaptureStore,
  branch: string,
  ranges: readonly CaptureRange[],
  unseen: PresentRange | null,
): Promise<Stretch[]> {
  const { origin, restores } = await store.state(branch);
  const copiedAt = origin === null ? -1 : (await store.capture(origin.from)).record.sequence;
  const all: readonly CaptureRange[] = [...ranges, ...restores];
  const loaded = await Promise.all(
    all.map(async ([before, after, whose = null]) => ({
      before: await store.capture(before),
      after: await store.capture(after),
      whose,
    })),
  );
  const captured = loaded
    .filter(({ after: { record } }) => record.branch === branch || record.sequence <= copiedAt)
    .sort((a, b) => a.after.record.sequence - b.after.record.sequence)
    .map(({ after, ...rest }): Stretch => ({ ...rest, after, tree: after.record.tree }));
  if (unseen === null) return captured;
  const { before, present, whose } = unseen;
  return [...captured, { before: await store.capture(before), after: present, tree: present.tree, whose }];
}

/** Folders came with what the run made in them. */
function changedBy(
  path: string,
  was: PathState,
  { known, doubtful, isRestDoubtful }: Attribution,
): 'run' | 'unknown' | 'others' {
  const holds = (paths: readonly string[]) =>
    paths.includes(path) || (was.kind === 'absent' && paths.some(other => other.startsWith(`${path}/`)));
  if (holds(known)) return 'run';
  return isRestDoubtful || holds(doubtful) ? 'unknown' : 'others';
}
