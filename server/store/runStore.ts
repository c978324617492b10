import type { BranchRecord, EffectsMode, Move } from '../../shared/branch.ts';
import type { Point, RequestSettings } from '../../shared/checkpoint.ts';
import type { Effect, JournalEnded, JournalLine, JournalOpen } from '../../shared/effect.ts';
import type { Message, Usage } from '../../shared/message.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import type { RunSource, Scene } from '../sources/runSource.ts';

/** What a save needs to know; ids, names and `pendingToolUse` are the store's. */
export interface CheckpointDraft {
  turn: number;
  point: Point;
  task: string;
  messages: Message[];
  tokensUsed: number;
  model?: string;
  stopReason?: string | null;
  usage?: Usage | null;
  request?: RequestSettings;
  /** The person's words that this scene took in. */
  input?: string;
  /** When a scene that is copied from elsewhere was saved there; otherwise the store's clock says. */
  savedAt?: string;
}

export interface ForkOptions {
  point?: Point;
  effects?: EffectsMode;
  settings?: RequestSettings;
  /** The move (`~k`) on whose left line the turn is looked for; without it, the head's line. */
  move?: number;
}

export interface RewindOptions {
  point?: Point;
  move?: number;
  /** The head that the caller saw; a branch that moved since is refused. */
  expectedHead?: string;
  why?: string;
}

/**
 * One branch of a stored run. The promises are stated by `conformance.ts`, and every store passes all of it:
 * atomic, nothing lost, the ledger never rewound, forks independent, one writer, a bad file harms itself alone.
 */
export interface BranchStore {
  readonly name: string;
  record(): Promise<BranchRecord>;
  /** Changes what a branch keeps beside its scenes (effects mode, settings, pending input, outcome). */
  update(
    change: Partial<Pick<BranchRecord, 'effects' | 'settings' | 'pendingInput' | 'outcome'>>,
  ): Promise<void>;

  /**
   * Saves one scene after `expectedHead` (null: the first one) and takes its name exclusively.
   * @throws ForkpointError `branch-moved`, `already-saved`, `lock-lost`, `disk-full`, `write-failed`
   */
  saveCheckpoint(draft: CheckpointDraft, expectedHead: string | null): Promise<Scene>;
  /** The scene the branch goes on from, or null for an empty branch. */
  loadLatest(): Promise<Scene | null>;
  /** The last save point written in a turn on the head's line, or null where the line has no such turn. */
  pickLatestPoint(turn: number): Promise<Point | null>;
  /** The scene of a turn on the head's line (or on the line that `move` left). @throws `no-such-scene` */
  loadCheckpoint(turn: number, options?: { point?: Point; move?: number }): Promise<Scene>;

  /** Moves the head back. What lies after it becomes superseded; the ledger stays. */
  rewindTo(turn: number, options?: RewindOptions): Promise<Move>;
  /** Takes back the latest rewind not yet undone. @throws ForkpointError `nothing-to-undo` */
  undo(): Promise<Move>;
  /** Starts an independent branch from a scene of this one. @throws ForkpointError `name-taken`, `bad-name` */
  forkFrom(turn: number, branchName: string, options?: ForkOptions): Promise<BranchStore>;

  loadEffects(): Promise<Effect[]>;
  saveEffect(effect: Effect): Promise<void>;
  loadJournal(): Promise<JournalLine[]>;
  /** Durable when it resolves: a call may only start after its `open` line has. */
  appendJournal(line: JournalOpen | JournalEnded): Promise<void>;

  /** Takes the branch for writing. @throws ForkpointError `branch-locked` while a live owner holds it. */
  lock(): Promise<BranchLock>;
}

/** Held while a process acts on a branch. Its heartbeat runs until released; writes check it again. */
export interface BranchLock {
  /** @throws ForkpointError `lock-lost` if another process took over. */
  check(): Promise<void>;
  release(): Promise<void>;
}

/** A run that can be written. */
export interface RunStore extends RunSource {
  record(): Promise<RunRecord>;
  branch(name: string): BranchStore;
  branchNames(): Promise<string[]>;
}
