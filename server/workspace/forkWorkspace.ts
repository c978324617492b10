import {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RestoreReport } from '../../shared/capture.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { systemCode, writeError } from '../disk/diskCalls.ts';
import { sweepLeftovers } from '../disk/sweep.ts';
import { temporaryPathBeside } from '../disk/temporaryName.ts';
import { renameWithRetries, syncFolder } from '../disk/writeFileAtomic.ts';
import type { ReportEntry } from './applyRestore.ts';
import type { CaptureRecord } from './captureRecord.ts';
import type { Capture, CaptureStore } from './captureStore.ts';
import type { WorkspaceCapturer } from './captureWorkspace.ts';
import { type CopyPlaces, copyUncaptured, sizeOfUncaptured } from './copyUncaptured.ts';
import type { CrashPoint } from './crashPoints.ts';
import { linkTarget } from './entry.ts';
import { leftoverAgeMs, sha256 } from './objectStore.ts';
import type { ForkSize } from './runFiles.ts';
import { slices } from './slices.ts';
import {
  foundRoot,
  isFolderAt,
  lstatOrNull,
  type WorkspacePlaces,
  workspaceFolder,
} from './workspaceRoot.ts';

export interface ForkParts {
  store: CaptureStore;
  places: WorkspacePlaces;
  capturer: WorkspaceCapturer;
  crashPoint: CrashPoint;
}

/** Makes the workspace of a new branch. See `RunFiles.copyTo`. @throws ForkpointError */
export async function forkWorkspace(
  parts: ForkParts,
  captureId: string,
  newBranch: string,
): Promise<RestoreReport> {
  parts.crashPoint('fork-begun');
  const source = await parts.store.capture(captureId);
  const folder = workspaceFolder(parts.places, newBranch);
  if (lstatOrNull(folder)) {
    const state = await parts.store.state(newBranch);
    if (state.origin === null || state.latest !== state.origin.first) {
      throw new ForkpointError('name-taken', { name: newBranch });
    }
    await setAsideLeftover(folder);
  }
  const temporary = temporaryPathBeside(folder);
  try {
    await mkdir(temporary, { recursive: true });
    await sweepLeftovers(join(folder, '..'), leftoverAgeMs);
    const final = { root: join(await realpath(join(temporary, '..')), newBranch), temporary };
    const folders = await writeCaptured(parts, source, newBranch, final);
    parts.crashPoint('fork-written');
    const entries = await copyRest(parts, source, final);
    for (const { path, mode } of folders) chmodSync(path, mode);
    parts.crashPoint('fork-copied');
    await rememberFork(parts.store, source, newBranch);
    parts.crashPoint('fork-remembered');
    await renameWithRetries(temporary, folder);
    await syncFolder(join(folder, '..'));
    parts.crashPoint('fork-in-place');
    return { before: null, entries, verified: entries.every(({ result }) => result !== 'failed') };
  } catch (error) {
    if (systemCode(error) === null) throw error;
    throw writeError(error, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** What a fork's workspace would take. See `RunFiles.forkSize`. @throws ForkpointError */
export async function forkSize({ store, places }: ForkParts, captureId: string): Promise<ForkSize> {
  const { record, notCaptured } = await store.capture(captureId);
  const { path: root } = await foundRoot(places, record.branch, record.root);
  let copiedBytes = 0;
  for (const { path } of notCaptured) copiedBytes += await sizeOfUncaptured(root, path);
  return { files: record.files, capturedBytes: record.sizeBytes, copiedBytes };
}

/** A copy that no branch came of: nothing was ever captured in it. */
async function setAsideLeftover(folder: string): Promise<void> {
  const aside = temporaryPathBeside(folder);
  await rename(folder, aside);
  await rm(aside, { recursive: true, force: true });
}

interface Building {
  /** Where it is built, and the path that it will have. */
  temporary: string;
  root: string;
}

/** Writes what the capture holds. Gives the modes that the folders get when all is in them. */
async function writeCaptured(
  { store, capturer, crashPoint }: ForkParts,
  source: Capture,
  newBranch: string,
  { temporary, root }: Building,
): Promise<{ path: string; mode: number }[]> {
  const breathe = slices();
  const folders: { path: string; mode: number }[] = [];
  const files: { path: string; digest: string; stats: Stats }[] = [];
  for await (const { path, entry } of store.trees.all(source.record.tree)) {
    crashPoint('fork-path');
    const absolute = `${temporary}/${path}`;
    if (entry.kind === 'folder') {
      mkdirSync(absolute, { mode: 0o700 });
      folders.push({ path: absolute, mode: entry.mode });
    } else if (entry.kind === 'link') {
      symlinkSync(linkTarget(entry, root), absolute);
    } else {
      const stats = writeFile(absolute, await store.objects.read(entry.digest), entry.mode);
      files.push({ path, digest: entry.digest, stats });
    }
    await breathe();
  }
  const cache = await capturer.cacheOf(newBranch);
  for (const { path, digest, stats } of files) cache.note(path, stats, digest, Date.now());
  return folders.reverse();
}

/** Not synced one by one: as long as nothing ran in a copy, it can be made again. */
function writeFile(absolute: string, bytes: Buffer, mode: number): Stats {
  const file = openSync(absolute, 'wx', 0o600);
  try {
    writeFileSync(file, bytes);
    fchmodSync(file, mode);
    return fstatSync(file);
  } finally {
    closeSync(file);
  }
}

/** Copies what the capture does not hold. What cannot be copied is reported, and so are whole folders that were. */
async function copyRest(
  { places }: ForkParts,
  source: Capture,
  { temporary, root }: Building,
): Promise<ReportEntry[]> {
  if (source.notCaptured.length === 0) return [];
  const { path: from } = await foundRoot(places, source.record.branch, source.record.root);
  const isExcluded = isFolderAt(places.dataFolder);
  const copyPlaces = { from, to: temporary, finalRoot: root, isExcluded };
  const entries: ReportEntry[] = [];
  for (const { path, why } of source.notCaptured) {
    if (why === 'odd-name') entries.push({ path, result: 'not-copied', detail: why });
    else entries.push(...(await copied(copyPlaces, path)));
  }
  return entries;
}

async function copied(places: CopyPlaces, path: string): Promise<ReportEntry[]> {
  const notCopied = await copyUncaptured(places, path);
  const left = notCopied.map(
    (entry): ReportEntry => ({ path: entry.path, result: 'not-copied', detail: entry.why }),
  );
  const isThere = lstatOrNull(`${places.to}/${path}`) !== null;
  return isThere ? [{ path, result: 'written', detail: null }, ...left] : left;
}

/** The fork's own first capture holds what it was forked from. */
async function rememberFork(store: CaptureStore, source: Capture, newBranch: string): Promise<void> {
  const record: CaptureRecord = {
    ...source.record,
    branch: newBranch,
    parent: source.id,
    sequence: source.record.sequence + 1,
    root: null,
  };
  const bytes = Buffer.from(JSON.stringify(record));
  const first = sha256(bytes);
  if (!store.objects.has(first)) {
    const pack = await store.objects.startPack();
    pack.add(first, bytes, true);
    await store.objects.commit(pack);
  }
  const { restores } = await store.state(source.record.branch);
  const before = await restoresUpTo(store, restores, source.record.sequence);
  await store.saveState({
    version: 1,
    branch: newBranch,
    root: null,
    latest: first,
    sequence: record.sequence,
    origin: { from: source.id, first },
    restores: before,
  });
}

/** What the parent put back before the fork is part of how the fork's files came to be. */
async function restoresUpTo(store: CaptureStore, restores: readonly [string, string][], sequence: number) {
  const upTo: [string, string][] = [];
  for (const [before, after] of restores) {
    if ((await store.capture(after)).record.sequence <= sequence) upTo.push([before, after]);
  }
  return upTo;
}
