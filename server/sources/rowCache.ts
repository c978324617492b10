import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { problemSchema, sceneRowSchema } from '../../shared/rows.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import type { CacheFolder } from './cacheFolder.ts';
import { type CheckpointEntry, digestOfBytes } from './checkpointEntry.ts';
import { type FileSignature, isSettled } from './inspectFile.ts';

/** Raise it whenever entries made by older code must not be used: rows say more, digests are made otherwise. */
const cacheVersion = 3;

const entrySchema = z.object({
  id: z.string().nullable(),
  isOwn: z.boolean(),
  parent: z.string().nullable(),
  content: sceneRowSchema
    .omit({ id: true, branch: true, parent: true, file: true, folderOfMove: true, provenance: true })
    .extend({ problem: problemSchema.nullable() }),
  endsOnReply: z.boolean(),
  prefixes: z.array(z.tuple([z.int(), z.string()])),
});
const signatureSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const cacheSchema = z.object({
  version: z.literal(cacheVersion),
  root: z.string(),
  files: z.record(z.string(), z.tuple([signatureSchema, entrySchema])),
});

interface CachedFile {
  /** Null where the file has to be opened again. */
  signature: FileSignature | null;
  entry: CheckpointEntry;
}

/**
 * What is known of checkpoint files by path and signature, so that unchanged ones are not opened again: in memory,
 * and for the next start in one file per opened folder. It can be deleted at any time; a broken one is ignored.
 */
export class RowCache {
  private readonly root: string;
  private readonly cacheFolder: CacheFolder | null;
  private readonly files = new Map<string, CachedFile>();
  private readonly pathOfInode = new Map<number, string>();
  private loading: Promise<void> | null = null;
  private isChanged = false;

  /** @param root real path of the opened folder; @param cacheFolder null: in memory only */
  constructor(root: string, cacheFolder: CacheFolder | null) {
    this.root = root;
    this.cacheFolder = cacheFolder;
  }

  /** Reads the stored cache, once. */
  async load(): Promise<void> {
    this.loading ??= this.readStored();
    await this.loading;
  }

  /** The entry of a file that is as it was, the same object each time. */
  get(path: string, signature: FileSignature): CheckpointEntry | null {
    const cached = this.files.get(path);
    if (cached?.signature?.every((value, index) => value === signature[index])) return cached.entry;
    return this.moved(path, signature);
  }

  /**
   * Keeps an entry and gives it back; one that says the same as before is the same object as before. A file
   * that has not settled yet is opened again next time.
   * @param inspectedAtMs when the signature was taken
   */
  put(path: string, signature: FileSignature, read: CheckpointEntry, inspectedAtMs: number): CheckpointEntry {
    const known = this.files.get(path)?.entry;
    const entry = known && JSON.stringify(known) === JSON.stringify(read) ? known : read;
    this.set(path, { signature: isSettled(signature, inspectedAtMs) ? signature : null, entry });
    return entry;
  }

  /**
   * The entry of a file that lay elsewhere before: a rewind and its undo move many at once. Only the time of the
   * last change of its place (ctime) is another; what had settled when it was read need not settle again.
   */
  private moved(path: string, signature: FileSignature): CheckpointEntry | null {
    const [sizeBytes, mtimeMs, , ino] = signature;
    const from = this.pathOfInode.get(ino) ?? path;
    const known = this.files.get(from);
    const isSame = known?.signature?.[0] === sizeBytes && known.signature[1] === mtimeMs;
    if (!known || !isSame || from === path || basename(from) !== basename(path)) return null;
    if (known.entry.id === null) return null;
    this.set(path, { signature, entry: known.entry });
    return known.entry;
  }

  private set(path: string, file: CachedFile): void {
    this.files.set(path, file);
    if (file.signature) this.pathOfInode.set(file.signature[3], path);
    this.saveLater();
  }

  /** Forgets the files that are no longer there. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.files.keys()) {
      if (paths.has(path)) continue;
      const ino = this.files.get(path)?.signature?.[3];
      if (ino !== undefined && this.pathOfInode.get(ino) === path) this.pathOfInode.delete(ino);
      this.files.delete(path);
      this.saveLater();
    }
  }

  /** Writes what changed since the last time. */
  async save(): Promise<void> {
    if (this.cacheFolder === null || !this.isChanged) return;
    this.isChanged = false;
    const files = Object.fromEntries(
      [...this.files].flatMap(([path, { signature, entry }]) =>
        signature === null ? [] : [[path, [signature, entry]]],
      ),
    );
    try {
      await mkdir(this.cacheFolder.path, { recursive: true });
      const json = JSON.stringify({ version: cacheVersion, root: this.root, files });
      await writeFileAtomic(this.path(this.cacheFolder), json);
    } catch (error) {
      // Without the cache the next start is slower; that is no reason to fail.
      if (!isForkpointError(error) && systemCode(error) === null) throw error;
    }
  }

  /** For entries that grew in place. */
  saveLater(): void {
    this.isChanged = true;
    this.cacheFolder?.saveLater(this);
  }

  private async readStored(): Promise<void> {
    if (this.cacheFolder === null) return;
    const path = this.path(this.cacheFolder);
    try {
      const bytes = await readIfThere(path);
      if (bytes === null) return;
      const stored = checked(cacheSchema, parseJson(bytes.toString('utf8'), path), path);
      if (stored.root !== this.root)
        throw new ForkpointError('bad-shape', { where: path, detail: 'another folder' });
      for (const [file, [signature, entry]] of Object.entries(stored.files)) {
        this.files.set(file, { signature, entry });
        this.pathOfInode.set(signature[3], file);
      }
    } catch (error) {
      if (!isForkpointError(error)) throw error;
    }
  }

  private path(cacheFolder: CacheFolder): string {
    return join(cacheFolder.path, `rows-${digestOfBytes(this.root)}.json`);
  }
}
