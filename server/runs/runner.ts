import type { Draft } from '../../shared/runEvent.ts';

/** Runs branches. Today in this process; what it did is read from the store, never from here. */
export interface Runner {
  /** Goes on with a branch from its head, in the background. @throws ForkpointError `branch-locked`, `run-busy` */
  start(run: string, branch: string, options?: { paceMs?: number }): Promise<void>;
  /** Stops a branch at a scene that can be resumed, or all branches of a run; resolves when they stand still. */
  stop(run: string, branch?: string): Promise<string[]>;
  /** The branches of a run that are being started or run in this process. */
  running(run: string): string[];
  /** Called with each branch that came to rest here, however it did. Returns how to stop listening. */
  onRest(listener: (run: string, branch: string) => void): () => void;
  /** Stops everything: used when the process ends. */
  stopAll(): Promise<void>;
  /** Called with each draft of a reply, and with null once it is saved or withdrawn. Returns how to stop listening. */
  onDraft(listener: (run: string, branch: string, draft: Draft | null) => void): () => void;
}
