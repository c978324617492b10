import type { Stats } from 'node:fs';
import { join } from 'node:path';
import type { CaptureNote, NotCaptured } from '../../shared/capture.ts';
import { isForkpointError, problemFromError } from '../../shared/errors.ts';
import { systemCode, writeError } from '../disk/diskCalls.ts';
import type { CaptureRecord, WorkspaceState } from './captureRecord.ts';
import type { Capture, CaptureStore } from './captureStore.ts';
import type { CrashPoint } from './crashPoints.ts';
import type { FileEntry } from './entry.ts';
import { readGitHead } from './gitHead.ts';
import { type ObjectStore, sha256 } from './objectStore.ts';
import type { PackWriter } from './packFile.ts';
import { readFileBytes } from './readFileBytes.ts';
import { StatCache } from './statCache.ts';
import { putTree } from './tree.ts';
import { type Walked, walkWorkspace } from './walkWorkspace.ts';
import { type FoundRoot, foundRoot, isFolderAt, type WorkspacePlaces } from './workspaceRoot.ts';

export interface CaptureLimits {
  /** A file above this is not held. */
  fileBytes: number;
  /** What all captures of one run may take from the disk. */
  runBytes: number;
}

/** Takes the bytes of files that are held nowhere yet. */
export type ByteSink = Pick<PackWriter, 'has' | 'add' | 'sizeBytes'>;

const listedInNote = 20;

/** Takes the captures of one run, with what it remembers between them. */
export class WorkspaceCapturer {
  private readonly store: CaptureStore;
  private readonly places: WorkspacePlaces;
  private readonly limits: CaptureLimits;
  private readonly crashPoint: CrashPoint;
  private readonly caches = new Map<string, StatCache>();

  constructor(store: CaptureStore, places: WorkspacePlaces, limits: CaptureLimits, crashPoint: CrashPoint) {
    this.store = store;
    this.places = places;
    this.limits = limits;
    this.crashPoint = crashPoint;
  }

  /**
   * Holds a workspace as it is now and remembers it as the branch's latest. One that is like the latest is that one.
   * @throws ForkpointError `foreign-root`, `write-failed`, `disk-full`, `unreadable-file`
   */
  async take(branch: string): Promise<CaptureNote & { id: string }> {
    this.crashPoint('capture');
    const state = await this.store.state(branch);
    const found = await foundRoot(this.places, branch, state.root);
    await this.store.objects.refresh();
    const cache = await this.cacheOf(branch);
    const pack = await this.store.objects.startPack();
    try {
      const walked = await this.walk(found, cache, pack);
      this.crashPoint('capture-walked');
      const { id, record } = await this.commit(walked, state, found, pack);
      this.crashPoint('capture-packed');
      await this.remember({ ...state, root: found.root, latest: id, sequence: record.sequence });
      this.crashPoint('capture-remembered');
      await cache.save();
      this.crashPoint('after-capture');
      const git = found.root === null ? null : await readGitHead(found.path);
      return { ...noteOf(id, record, walked.notCaptured), ...(git === null ? {} : { git }) };
    } catch (error) {
      if (systemCode(error) === null) throw error;
      throw writeError(error, found.path);
    } finally {
      await pack.abandon();
    }
  }

  /** What is known of the digests of a branch's files. */
  async cacheOf(branch: string): Promise<StatCache> {
    const known = this.caches.get(branch);
    if (known) return known;
    const cache = new StatCache(join(await this.store.makeFolder('digests'), `${branch}.json`));
    this.caches.set(branch, cache);
    await cache.load();
    return cache;
  }

  /** The files as a capture taken now would find them. Writes nothing. @throws ForkpointError `foreign-root` */
  async look(branch: string, into: ByteSink): Promise<Walked> {
    const state = await this.store.state(branch);
    const found = await foundRoot(this.places, branch, state.root);
    await this.store.objects.refresh();
    return await this.walk(found, await this.cacheOf(branch), into);
  }

  private async walk(found: FoundRoot, cache: StatCache, pack: ByteSink): Promise<Walked> {
    const room = this.limits.runBytes - this.store.objects.sizeBytes;
    const reader = new EntryReader(this.store.objects, cache, pack, { ...this.limits, runBytes: room });
    return await walkWorkspace(found.path, {
      isExcluded: isFolderAt(this.places.dataFolder),
      fileEntry: (path, absolute, stats) => {
        this.crashPoint('capture-file');
        return reader.entry(path, absolute, stats);
      },
    });
  }

  private async commit(walked: Walked, state: WorkspaceState, found: FoundRoot, pack: PackWriter) {
    const put = (digest: string, bytes: Buffer) => {
      if (!this.store.objects.has(digest)) pack.add(digest, bytes, true);
    };
    const putJson = (value: unknown): string => {
      const bytes = Buffer.from(JSON.stringify(value));
      const digest = sha256(bytes);
      put(digest, bytes);
      return digest;
    };
    const latest = state.latest === null ? null : await this.latestOrNone(state.latest);
    const content = {
      root: found.root,
      tree: putTree(walked.root, put),
      rules: putJson(walked.rules.frozen()),
      notCaptured: putJson(walked.notCaptured),
      files: walked.files,
      sizeBytes: walked.sizeBytes,
    };
    if (latest && isSameContent(latest.record, content)) return latest;
    const record: CaptureRecord = {
      version: 1,
      branch: state.branch,
      parent: latest?.id ?? null,
      sequence: state.sequence + 1,
      ...content,
    };
    const id = putJson(record);
    await this.store.objects.commit(pack);
    return { id, record };
  }

  /** Without it, what was held before stays as it is, and this capture holds everything anew. */
  private async latestOrNone(id: string): Promise<Capture | null> {
    try {
      return await this.store.capture(id);
    } catch (error) {
      if (isForkpointError(error, 'capture-damaged') || isForkpointError(error, 'no-such-capture'))
        return null;
      throw error;
    }
  }

  private async remember(state: WorkspaceState): Promise<void> {
    const known = await this.store.state(state.branch);
    if (JSON.stringify(known) !== JSON.stringify(state)) await this.store.saveState(state);
  }
}

/** Turns files into entries, reading only those that may have changed. */
class EntryReader {
  private readonly objects: ObjectStore;
  private readonly cache: StatCache;
  private readonly pack: ByteSink;
  private readonly limits: CaptureLimits;

  constructor(objects: ObjectStore, cache: StatCache, pack: ByteSink, limits: CaptureLimits) {
    this.objects = objects;
    this.cache = cache;
    this.pack = pack;
    this.limits = limits;
  }

  entry(path: string, absolute: string, stats: Stats): FileEntry | NotCaptured['why'] {
    if (stats.size > this.limits.fileBytes) return 'too-large';
    const known = this.cache.digest(path, stats);
    if (known !== null && this.isHeld(known)) return fileEntry(known, stats);
    const hashedAtMs = Date.now();
    const read = readFileBytes(absolute, this.limits.fileBytes);
    if (read === null) return 'unreadable';
    const digest = sha256(read.bytes);
    if (!this.isHeld(digest)) {
      if (this.pack.sizeBytes + read.bytes.length > this.limits.runBytes) return 'over-budget';
      this.pack.add(digest, read.bytes, false);
    }
    if (read.isSteady) this.cache.note(path, read.stats, digest, hashedAtMs);
    return fileEntry(digest, read.stats, read.bytes.length);
  }

  private isHeld(digest: string): boolean {
    return this.objects.has(digest) || this.pack.has(digest);
  }
}

function fileEntry(digest: string, stats: Stats, sizeBytes = stats.size): FileEntry {
  return { kind: 'file', digest, sizeBytes, mode: stats.mode & 0o7777 };
}

function isSameContent(a: CaptureRecord, b: Pick<CaptureRecord, 'root' | 'tree' | 'rules' | 'notCaptured'>) {
  return (
    a.tree === b.tree &&
    a.rules === b.rules &&
    a.notCaptured === b.notCaptured &&
    JSON.stringify(a.root) === JSON.stringify(b.root)
  );
}

/** What a checkpoint says of a capture. */
export function noteOf(
  id: string,
  record: CaptureRecord,
  notCaptured: readonly NotCaptured[],
): CaptureNote & { id: string } {
  const ignoredLast = [...notCaptured].sort(
    (a, b) => Number(a.why === 'ignored') - Number(b.why === 'ignored'),
  );
  return {
    id,
    state: notCaptured.every(({ why }) => why === 'ignored') ? 'ok' : 'partial',
    notCaptured: ignoredLast.slice(0, listedInNote),
    notCapturedCount: notCaptured.length,
    problem: null,
    files: record.files,
    sizeBytes: record.sizeBytes,
  };
}

/** What a checkpoint says where the files could not be held. */
export function failedNote(error: unknown): CaptureNote {
  return {
    id: null,
    state: 'failed',
    notCaptured: [],
    notCapturedCount: 0,
    problem: problemFromError(error),
  };
}
