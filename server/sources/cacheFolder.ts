/** What is kept there and written from time to time. It never fails: without it the next start is slower. */
interface Cache {
  save(): Promise<void>;
}

/**
 * The folder in which what was read is kept for the next start, and when it is written: a while after the first
 * change, and at the end. It may be deleted at any time.
 */
export class CacheFolder {
  readonly path: string;
  readonly #due = new Map<Cache, NodeJS.Timeout>();
  readonly #saving = new Set<Promise<void>>();
  #isClosed = false;

  /** @param path need not be there */
  constructor(path: string) {
    this.path = path;
  }

  saveLater(cache: Cache): void {
    if (this.#isClosed || this.#due.has(cache)) return;
    this.#due.set(cache, setTimeout(() => this.#saveNow(cache), saveAfterMs).unref());
  }

  async #saveNow(cache: Cache): Promise<void> {
    clearTimeout(this.#due.get(cache));
    this.#due.delete(cache);
    if (this.#isClosed) return;
    const saved = cache.save().finally(() => this.#saving.delete(saved));
    this.#saving.add(saved);
    await saved;
  }

  /** Writes what is due; after that nothing is written any more. */
  async close(): Promise<void> {
    for (const cache of this.#due.keys()) void this.#saveNow(cache);
    this.#isClosed = true;
    await Promise.all(this.#saving);
  }
}

/** A run that grows saves every few hundred milliseconds; its cache need not follow each time. */
const saveAfterMs = 3_000;
