import type { Stats } from 'node:fs';
import { z } from 'zod';
import { isForkpointError } from '../../shared/errors.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';

type Row = [
  sizeBytes: number,
  mtimeMs: number,
  ctimeMs: number,
  ino: number,
  digest: string,
  hashedAtMs: number,
];

const cacheSchema = z.object({
  version: z.literal(1),
  files: z.record(
    z.string(),
    z.tuple([z.number(), z.number(), z.number(), z.number(), z.string(), z.number()]),
  ),
});

/**
 * Digests of files by path, good for as long as size, times and inode stay as they were. A file that changed shortly
 * before it was read could change again without its times showing it, and is read again the next time.
 */
export class StatCache {
  private readonly path: string;
  private rows = new Map<string, Row>();
  private unsaved = 0;
  private isLoaded = false;
  private asked = new Set<string>();

  constructor(path: string) {
    this.path = path;
  }

  /** A cache that cannot be read is an empty one: it only saves work. */
  async load(): Promise<void> {
    if (this.isLoaded) return;
    this.isLoaded = true;
    try {
      const bytes = await readIfThere(this.path);
      if (bytes === null) return;
      const kept = checked(cacheSchema, parseJson(bytes.toString('utf8'), this.path), this.path);
      this.rows = new Map(Object.entries(kept.files));
    } catch (error) {
      if (!isForkpointError(error)) throw error;
    }
  }

  digest(path: string, stats: Stats): string | null {
    this.asked.add(path);
    const row = this.rows.get(path);
    if (!row) return null;
    const [size, mtimeMs, ctimeMs, ino, digest, hashedAtMs] = row;
    const isSame =
      size === stats.size && mtimeMs === stats.mtimeMs && ctimeMs === stats.ctimeMs && ino === stats.ino;
    return isSame && Math.max(mtimeMs, ctimeMs) < hashedAtMs - doubtMs(ctimeMs) ? digest : null;
  }

  /** @param hashedAtMs when reading the bytes began */
  note(path: string, stats: Stats, digest: string, hashedAtMs: number): void {
    this.rows.set(path, [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino, digest, hashedAtMs]);
    this.unsaved += 1;
  }

  /** Forgets what was not asked for since the last time, and keeps the rest on disk once enough of it is new. */
  async save(): Promise<void> {
    for (const path of this.rows.keys()) if (!this.asked.has(path)) this.rows.delete(path);
    this.asked = new Set();
    if (this.unsaved <= 20 + this.rows.size / 20) return;
    const text = JSON.stringify({ version: 1, files: Object.fromEntries(this.rows) });
    await writeFileAtomic(this.path, text);
    this.unsaved = 0;
  }
}

/** How coarse the disk's clock may be: one that counts in whole seconds leaves no fractions. */
function doubtMs(ctimeMs: number): number {
  return ctimeMs % 1000 === 0 ? 2_000 : 100;
}
