import type { Draft } from '../../shared/runEvent.ts';

/** Runs branches. Today in this process; what it did is read from the store, never from here. */
export interface Runner {
  /** Goes on with a branch from its head, in the background. @throws ForkpointError `branch-locked`, `run-busy` */
  start(run: string, branch: string, options?: { paceMs?: number }): Promise<void>;
  /** Stops a branch at a scene that can be resumed, or all branches of a run; resolves when they stand still. */
  stop(run: string, branch?: string): Promise<string[]>;
  /** Stops everything: used when the process ends. */
  stopAll(): Promise<void>;
  /** Called with each draft of a reply, and with null once it is saved or withdrawn. Returns how to stop listening. */
  onDraft(listener: (run: string, branch: string, draft: Draft | null) => void): () => void;
}
