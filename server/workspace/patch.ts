import type { PatchReply } from '../../shared/adoption.ts';
import type { Capture, CaptureStore } from './captureStore.ts';
import { type FileEntry, foldersAbove, type LinkEntry, type PathState } from './entry.ts';
import { type ChangedPath, differingPaths } from './fileChanges.ts';
import { type GitBlob, patchOfBlob } from './gitPatch.ts';

/** The difference between two captures: a text that `git apply` takes, and what could not stand in it. */
export type Patch = Pick<PatchReply, 'files' | 'leftOut'> & { text: string };

/** Files above this are not put into a patch. */
const largestPatchedBytes = 8 * 1024 * 1024;

/** See `RunFiles.patch`. @throws ForkpointError `no-such-capture`, `capture-damaged` */
export async function patchBetween(store: CaptureStore, from: string | null, to: string): Promise<Patch> {
  const [before, after] = [from === null ? null : await store.capture(from), await store.capture(to)];
  const patch: Patch = { text: '', files: 0, leftOut: [] };
  for (const change of await differingPaths(store, before, after)) {
    const why = whyLeftOut(change) ?? (await whyEmptyFolder(store, change, before, after));
    if (why !== null) patch.leftOut.push({ path: change.path, why });
    else if (!isFolderOnly(change)) {
      patch.text += await textOfChange(store, change);
      patch.files += 1;
    }
  }
  return patch;
}

function whyLeftOut({ was, is }: ChangedPath): Patch['leftOut'][number]['why'] | null {
  if (was.kind === 'unknown' || is.kind === 'unknown') return 'not-captured';
  if (was.kind === 'folder' && is.kind === 'folder') return 'folder-mode';
  if ([was, is].some(state => state.kind === 'file' && state.sizeBytes > largestPatchedBytes))
    return 'too-large';
  if (was.kind === 'file' && is.kind === 'file' && was.digest === is.digest && gitMode(was) === gitMode(is))
    return 'mode';
  return null;
}

/** Git knows folders only by what is in them. */
async function whyEmptyFolder(
  store: CaptureStore,
  { path, was, is }: ChangedPath,
  before: Capture | null,
  after: Capture,
): Promise<'empty-folder' | null> {
  if (is.kind === 'folder') return (await isEmpty(store, after, path)) ? 'empty-folder' : null;
  if (was.kind === 'folder' && is.kind === 'absent' && before)
    return (await isEmpty(store, before, path)) ? 'empty-folder' : null;
  return null;
}

async function isEmpty(store: CaptureStore, { record }: Capture, path: string): Promise<boolean> {
  const folder = await store.trees.find(record.tree, path);
  return folder?.kind === 'folder' && (await store.trees.entries(folder.tree)).size === 0;
}

function isFolderOnly({ was, is }: ChangedPath): boolean {
  const isBlob = ({ kind }: PathState) => kind === 'file' || kind === 'link';
  return !isBlob(was) && !isBlob(is);
}

async function textOfChange(store: CaptureStore, { path, was, is }: ChangedPath): Promise<string> {
  const [old, next] = [await blobOf(store, path, was), await blobOf(store, path, is)];
  // What becomes another kind of thing goes first and comes then.
  if (old && next && old.isLink !== next.isLink)
    return patchOfBlob({ path, old, next: null }) + patchOfBlob({ path, old: null, next });
  return patchOfBlob({ path, old, next });
}

async function blobOf(store: CaptureStore, path: string, state: PathState): Promise<GitBlob | null> {
  if (state.kind === 'link') {
    return { bytes: Buffer.from(targetInTree(path, state)), mode: '120000', isLink: true };
  }
  if (state.kind !== 'file') return null;
  return { bytes: await store.objects.read(state.digest), mode: gitMode(state), isLink: false };
}

/** A link that led into the workspace by its whole path leads there from its own folder. */
function targetInTree(path: string, { target, isFromRoot }: LinkEntry): string {
  if (!isFromRoot) return target;
  return `${'../'.repeat(foldersAbove(path).length)}${target}` || '.';
}

/** Git knows of modes only whether the owner may execute. */
function gitMode({ mode }: FileEntry): string {
  return (mode & 0o100) === 0 ? '100644' : '100755';
}
