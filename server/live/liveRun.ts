import { randomBytes } from 'node:crypto';
import type { RunRows } from '../../shared/rows.ts';
import {
  type Draft,
  eventsBetween,
  type RunEvent,
  type RunState,
  type StreamedEvent,
} from '../../shared/runEvent.ts';
import type { RunSource } from '../sources/runSource.ts';

/** Changes that come close together cost one reading. */
const COALESCE_MS = 40;
/** A writer that was killed changes no file: while a branch runs, its rows are read again from time to time. */
const RUNNING_CHECK_MS = 2500;

export interface LiveRunOptions {
  run: string;
  source: RunSource;
  onEvents(events: StreamedEvent[]): void;
  /** Told when the source could not be read; the rows stay as they were. */
  onError(error: unknown): void;
}

/**
 * Follows one source: holds its rows, and turns each change into numbered events. Who takes `state()` and then the
 * events after its cursor misses none and sees none twice.
 */
export class LiveRun {
  readonly #options: LiveRunOptions;
  readonly #epoch = randomBytes(6).toString('hex');
  readonly #unwatch: () => void;
  #seq = 0;
  #rows: RunRows | null = null;
  /** Drafts that were sent; those below wait for the next flush, null where one is withdrawn. */
  readonly #drafts = new Map<string, Draft>();
  #nextDrafts = new Map<string, Draft | null>();
  #isDirty = true;
  #flushing: Promise<RunRows> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #runningCheck: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: LiveRunOptions) {
    this.#options = options;
    this.#unwatch = options.source.watch(() => this.changed());
  }

  /** The rows as last read, or null before the first reading. */
  get rows(): RunRows | null {
    return this.#rows;
  }

  /** The run as it is now, with its place in the stream. @throws what the source throws */
  async state(): Promise<RunState> {
    await this.#flushing?.catch(reportedByItsOwner);
    const read = this.#isDirty || this.#rows === null ? await this.#flush() : this.#rows;
    // Rows, drafts and cursor are taken at one instant: events may have been sent since the flush.
    const cursor = { epoch: this.#epoch, seq: this.#seq };
    return { ...(this.#rows ?? read), drafts: [...this.#drafts.values()], cursor };
  }

  /** The source may have changed. */
  changed(): void {
    this.#isDirty = true;
    this.#schedule(COALESCE_MS);
  }

  /** What the model is writing on a branch, or null once it is saved or withdrawn. */
  draft(branch: string, draft: Draft | null): void {
    this.#nextDrafts.set(branch, draft);
    this.#schedule(COALESCE_MS);
  }

  close(): void {
    this.#isClosed = true;
    this.#unwatch();
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#runningCheck) clearTimeout(this.#runningCheck);
  }

  #schedule(delayMs: number): void {
    if (this.#isClosed || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#flush().catch(error => this.#options.onError(error));
    }, delayMs);
  }

  /** One flush at a time; who asks during one gets another after it. */
  async #flush(): Promise<RunRows> {
    while (this.#flushing) await this.#flushing.catch(reportedByItsOwner);
    this.#flushing = this.#readAndSend();
    try {
      return await this.#flushing;
    } finally {
      this.#flushing = null;
    }
  }

  /** A scene is sent before the draft it replaces is withdrawn, so that words never vanish in between. */
  async #readAndSend(): Promise<RunRows> {
    const drafts = this.#nextDrafts;
    this.#nextDrafts = new Map();
    const before = this.#rows;
    const isFresh = before !== null && !this.#isDirty && !this.#needsRows(drafts);
    const rows = isFresh ? before : await this.#read();
    const events: RunEvent[] = before === null || before === rows ? [] : eventsBetween(before, rows);
    for (const [branch, draft] of drafts) events.push(...this.#applyDraft(branch, draft));
    this.#rows = rows;
    this.#send(events);
    return rows;
  }

  async #read(): Promise<RunRows> {
    this.#isDirty = false;
    try {
      const rows = await this.#options.source.rows();
      this.#checkWhileRunning(rows);
      return rows;
    } catch (error) {
      this.#isDirty = true;
      throw error;
    }
  }

  #needsRows(drafts: ReadonlyMap<string, Draft | null>): boolean {
    const isKnown = (id: string) => this.#rows?.scenes.some(row => row.id === id);
    return [...drafts.values()].some(draft => draft === null || !isKnown(draft.parent));
  }

  #applyDraft(branch: string, draft: Draft | null): RunEvent[] {
    if (draft !== null) {
      this.#drafts.set(branch, draft);
      return [{ type: 'draft-changed', draft }];
    }
    return this.#drafts.delete(branch) ? [{ type: 'draft-withdrawn', branch }] : [];
  }

  #send(events: readonly RunEvent[]): void {
    if (events.length === 0 || this.#isClosed) return;
    const { run } = this.#options;
    this.#options.onEvents(
      events.map(event => ({ run, cursor: { epoch: this.#epoch, seq: ++this.#seq }, event })),
    );
  }

  #checkWhileRunning(rows: RunRows): void {
    if (this.#runningCheck) clearTimeout(this.#runningCheck);
    this.#runningCheck = null;
    if (this.#isClosed || !rows.branches.some(branch => branch.state === 'running')) return;
    this.#runningCheck = setTimeout(() => this.changed(), RUNNING_CHECK_MS);
  }
}

/** Who waits for another's flush leaves its failure to that one. */
const reportedByItsOwner = () => null;
