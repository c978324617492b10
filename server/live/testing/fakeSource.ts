import { ForkpointError } from '../../../shared/errors.ts';
import type { RunRows } from '../../../shared/rows.ts';
import type { RunSource } from '../../sources/runSource.ts';

/** A source in memory whose rows a test sets. `failure` makes the next readings fail. */
export class FakeSource implements RunSource {
  failure: Error | null = null;
  reads = 0;
  readonly #listeners = new Set<() => void>();
  #rows: RunRows;

  constructor(rows: RunRows) {
    this.#rows = rows;
  }

  /** Sets the rows and says so to whoever watches. */
  set(rows: RunRows): void {
    this.#rows = rows;
    for (const listener of this.#listeners) listener();
  }

  get watchers(): number {
    return this.#listeners.size;
  }

  async rows(): Promise<RunRows> {
    this.reads += 1;
    if (this.failure) throw this.failure;
    return this.#rows;
  }

  async scene(id: string): Promise<never> {
    throw new ForkpointError('no-such-scene', { run: this.#rows.run.id, address: id });
  }

  async effects(): Promise<[]> {
    return [];
  }

  watch(onChange: () => void): () => void {
    this.#listeners.add(onChange);
    return () => this.#listeners.delete(onChange);
  }
}
