import type { RunRows } from '../../shared/rows.ts';
import type { Draft, RunState } from '../../shared/runEvent.ts';
import type { RunSource } from '../sources/runSource.ts';
import type { EventHub } from './eventHub.ts';
import { LiveRun } from './liveRun.ts';

/** Runs that are followed at the same time; the one looked at longest ago is let go first. */
const MAX_FOLLOWED = 64;

export interface LiveRunsOptions {
  hub: EventHub;
  /** @throws ForkpointError `no-such-run` */
  openSource(run: string): Promise<RunSource>;
  onError(error: unknown): void;
}

/** The runs that someone has looked at: they are followed, the others cost nothing. */
export class LiveRuns {
  readonly #options: LiveRunsOptions;
  /** In the order in which they were looked at. */
  readonly #runs = new Map<string, LiveRun>();
  /** What models are writing now, by run and branch: nothing stores it, and who looks later wants to see it too. */
  readonly #drafts = new Map<string, Map<string, Draft>>();

  constructor(options: LiveRunsOptions) {
    this.#options = options;
  }

  /** The run as it is now; from here on it is followed. @throws ForkpointError `no-such-run` */
  async state(run: string): Promise<RunState> {
    return (await this.#follow(run)).state();
  }

  /** The rows of a followed run as last read, or null for a run that nobody follows. */
  rowsOf(run: string): RunRows | null {
    return this.#runs.get(run)?.rows ?? null;
  }

  /** Something was just done to a run: who asks for it next sees that. */
  changed(run: string): void {
    this.#runs.get(run)?.changed();
  }

  /** Passes on what the model is writing to who looks, now or while it still writes. */
  draft(run: string, branch: string, draft: Draft | null): void {
    const drafts = this.#drafts.get(run) ?? new Map<string, Draft>();
    if (draft) drafts.set(branch, draft);
    else drafts.delete(branch);
    if (drafts.size > 0) this.#drafts.set(run, drafts);
    else this.#drafts.delete(run);
    this.#runs.get(run)?.draft(branch, draft);
  }

  /** Stops following a run that is gone or was replaced; pages fetch what they show again. */
  forget(run: string): void {
    const live = this.#runs.get(run);
    if (!live) return;
    live.close();
    this.#runs.delete(run);
    this.#options.hub.publish('refetch', {});
  }

  close(): void {
    for (const live of this.#runs.values()) live.close();
    this.#runs.clear();
  }

  async #follow(run: string): Promise<LiveRun> {
    const source = this.#runs.has(run) ? null : await this.#options.openSource(run);
    const live = this.#runs.get(run) ?? (source && this.#newLiveRun(run, source));
    if (!live) return this.#follow(run);
    this.#runs.delete(run);
    this.#runs.set(run, live);
    const oldest = this.#runs.keys().next().value;
    if (this.#runs.size > MAX_FOLLOWED && oldest !== undefined) this.forget(oldest);
    return live;
  }

  #newLiveRun(run: string, source: RunSource): LiveRun {
    const { hub, onError } = this.#options;
    const onEvents = (events: readonly unknown[]) => {
      for (const event of events) hub.publish('message', event);
    };
    const live = new LiveRun({ run, source, onEvents, onError });
    for (const [branch, draft] of this.#drafts.get(run) ?? []) live.draft(branch, draft);
    return live;
  }
}
