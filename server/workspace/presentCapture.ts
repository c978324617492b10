import { type Capture, type CaptureStore, stateReader } from './captureStore.ts';
import type { ByteSink, WorkspaceCapturer } from './captureWorkspace.ts';
import { type HeldBytes, largestShownBytes } from './fileChanges.ts';
import { putTree, TreeReader } from './tree.ts';

/** A workspace as it is now, to be asked like a capture. */
export interface PresentCapture extends Pick<Capture, 'stateAt'> {
  tree: string;
  /** Reads this tree, and those of captures. */
  trees: TreeReader;
  /** The bytes that captures hold, and those of small files that they do not hold yet. */
  objects: HeldBytes;
}

/** Looks at a whole workspace, as a capture would, and keeps what it saw in memory. @throws ForkpointError `foreign-root` */
export async function presentCapture(
  store: CaptureStore,
  capturer: WorkspaceCapturer,
  branch: string,
): Promise<PresentCapture> {
  const seen = new SeenBytes();
  const { root, notCaptured, rules } = await capturer.look(branch, seen);
  const objects: HeldBytes = {
    has: digest => seen.bytes.has(digest) || store.objects.has(digest),
    read: async digest => seen.bytes.get(digest) ?? (await store.objects.read(digest)),
  };
  const tree = putTree(root, (digest, bytes) => seen.bytes.set(digest, bytes));
  const trees = new TreeReader(objects);
  return { tree, trees, objects, stateAt: stateReader(trees, { tree }, notCaptured, rules) };
}

/** All of these texts together are never more. */
const mostBytes = 64 * 1024 * 1024;

class SeenBytes implements ByteSink {
  readonly bytes = new Map<string, Buffer>();
  private readonly digests = new Set<string>();
  private keptBytes = 0;
  sizeBytes = 0;

  has(digest: string): boolean {
    return this.digests.has(digest);
  }

  add(digest: string, bytes: Buffer): void {
    this.digests.add(digest);
    this.sizeBytes += bytes.length;
    if (bytes.length > largestShownBytes || this.keptBytes + bytes.length > mostBytes) return;
    this.keptBytes += bytes.length;
    this.bytes.set(digest, bytes);
  }
}
