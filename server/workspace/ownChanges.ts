import type { CaptureStore } from './captureStore.ts';
import type { PathState } from './entry.ts';
import type { CaptureRange } from './runFiles.ts';

/**
 * The paths that a run is known to have changed in the workspace of a branch, each with what it last made of it. Only
 * changes within `ranges` and within the restores made there count: what changed elsewhere is somebody else's.
 * @throws ForkpointError `no-such-capture`, `capture-damaged`
 */
export async function ownChanges(
  store: CaptureStore,
  branch: string,
  ranges: readonly CaptureRange[],
): Promise<Map<string, PathState>> {
  const { origin, restores } = await store.state(branch);
  const copiedAt = origin === null ? null : (await store.capture(origin.from)).record.sequence;
  const loaded = await Promise.all(
    [...ranges, ...restores].map(async ([before, after]) => ({
      before: await store.capture(before),
      after: await store.capture(after),
    })),
  );
  const inWorkspace = loaded
    .filter(({ after: { record } }) => record.branch === branch || record.sequence <= (copiedAt ?? -1))
    .sort((a, b) => a.after.record.sequence - b.after.record.sequence);
  const own = new Map<string, PathState>();
  for (const { before, after } of inWorkspace) {
    const changes = store.trees.differences(before.record.tree, after.record.tree);
    for await (const { path } of changes) {
      const was = await before.stateAt(path);
      if (was.kind !== 'unknown') own.set(path, await after.stateAt(path));
      // It may have been there all along, or somebody else's by now.
      else if (own.has(path)) own.set(path, was);
    }
  }
  return own;
}
