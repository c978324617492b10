import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { problemSchema, sceneRowSchema } from '../../shared/rows.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import { type CheckpointEntry, digestOfBytes } from './checkpointEntry.ts';
import { type FileSignature, isSettled } from './inspectFile.ts';

/** Raise it whenever entries made by older code must not be used: rows say more, digests are made otherwise. */
const cacheVersion = 1;

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
  private readonly cacheFolder: string | null;
  private files = new Map<string, CachedFile>();
  private loading: Promise<void> | null = null;
  private isChanged = false;
  private timer: NodeJS.Timeout | null = null;

  /** @param root real path of the opened folder; @param cacheFolder null: in memory only */
  constructor(root: string, cacheFolder: string | null) {
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
    return cached?.signature?.every((value, index) => value === signature[index]) ? cached.entry : null;
  }

  /**
   * Keeps an entry and gives it back; one that says the same as before is the same object as before. A file
   * that has not settled yet is opened again next time.
   * @param inspectedAtMs when the signature was taken
   */
  put(path: string, signature: FileSignature, read: CheckpointEntry, inspectedAtMs: number): CheckpointEntry {
    const known = this.files.get(path)?.entry;
    const entry = known && JSON.stringify(known) === JSON.stringify(read) ? known : read;
    this.files.set(path, { signature: isSettled(signature, inspectedAtMs) ? signature : null, entry });
    this.saveLater();
    return entry;
  }

  /** Forgets the files that are no longer there. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.files.keys()) {
      if (paths.has(path)) continue;
      this.files.delete(path);
      this.saveLater();
    }
  }

  /** Writes what changed since the last time. */
  async save(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.cacheFolder === null || !this.isChanged) return;
    this.isChanged = false;
    const files = Object.fromEntries(
      [...this.files].map(([path, file]) => [path, [file.signature, file.entry]]),
    );
    try {
      await mkdir(this.cacheFolder, { recursive: true });
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
    if (this.cacheFolder === null || this.timer !== null) return;
    this.timer = setTimeout(() => this.save(), saveAfterMs).unref();
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
      this.files = new Map(
        Object.entries(stored.files).map(([file, [signature, entry]]) => [file, { signature, entry }]),
      );
    } catch (error) {
      if (!isForkpointError(error)) throw error;
    }
  }

  private path(cacheFolder: string): string {
    return join(cacheFolder, `rows-${digestOfBytes(this.root)}.json`);
  }
}

/** A run that grows saves every few hundred milliseconds; its cache need not follow each time. */
const saveAfterMs = 3_000;
