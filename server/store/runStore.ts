import type { BranchRecord, EffectsMode, Move } from '../../shared/branch.ts';
import type { CaptureNote } from '../../shared/capture.ts';
import type { Point, RequestSettings } from '../../shared/checkpoint.ts';
import type { Edit, PendingDecisions } from '../../shared/decision.ts';
import type { Effect, JournalEnded, JournalLine, JournalOpen } from '../../shared/effect.ts';
import type { FanOutMark } from '../../shared/fanOutMark.ts';
import type { Message, Usage } from '../../shared/message.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import type { ProcessIdentity } from '../disk/processIdentity.ts';
import type { RunSource, Scene } from '../sources/runSource.ts';
import type { GateStore } from './gateStore.ts';

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
  /** The workspace's files at this save point. */
  capture?: CaptureNote;
  /** What a person or a resume changed on the way to this scene. */
  edits?: Edit[];
  /** When a scene that is copied from elsewhere was saved there; otherwise the store's clock says. */
  savedAt?: string;
  /** When the turn was begun whose reply this scene is the first to hold. */
  begunAt?: string;
}

/** What a new run's `main` starts with. */
export interface MainOptions {
  effects?: EffectsMode;
  settings?: RequestSettings;
}

/** What of a branch's record can be changed without a move. */
export type BranchChange = Partial<
  Pick<BranchRecord, 'effects' | 'settings' | 'pendingInput' | 'decisions' | 'outcome' | 'restCaptures'>
>;

/** What a person changes together with a rewind or a fork: it is there with it, or not at all. */
export interface MoveChanges {
  /** Words that the next request takes in. */
  pendingInput?: string;
  /** What becomes of the calls that the scene leaves open, by call id. */
  decisions?: PendingDecisions['calls'];
  /** In place of the branch's. */
  settings?: RequestSettings;
  effects?: EffectsMode;
  /**
   * An edited copy of the target, which stands in its place: same turn, same point, and the target's parent. The
   * target stays where it is.
   */
  scene?: CheckpointDraft;
}

export interface ForkOptions {
  point?: Point;
  effects?: EffectsMode;
  settings?: RequestSettings;
  /** The move (`~k`) on whose left line the turn is looked for; without it, the head's line. */
  move?: number;
  /** The very scene, by its id, also where it lies on no line. */
  scene?: string;
  /** Stand above `effects` and `settings`. A fork from an edited scene has the target as its origin all the same. */
  changes?: MoveChanges;
  /** The fan-out that the branch is made in. */
  fanOut?: FanOutMark;
}

export interface UndoOptions {
  /** The head that the caller saw; a branch that moved since is refused. */
  expectedHead?: string;
  why?: string;
  /** Kept in the move: the capture of the files before this move puts others back. */
  filesBefore?: string | null;
  /** Kept beside it: the capture that is put back, so that a crash in between is seen and finished. */
  filesTaken?: string | null;
}

export interface RewindOptions extends UndoOptions {
  point?: Point;
  move?: number;
  /** The very scene, by its id, also where it lies on no line. It should have no child that no move has left. */
  scene?: string;
  changes?: MoveChanges;
}

/**
 * One branch of a stored run. The promises are stated by `conformance.ts`, and every store passes all of it:
 * atomic, nothing lost, the ledger never rewound, forks independent, one writer, a bad file harms itself alone.
 */
export interface BranchStore {
  readonly name: string;
  readonly run: RunStore;
  record(): Promise<BranchRecord>;
  /** Changes what a branch keeps beside its scenes (effects mode, settings, pending input, outcome). */
  update(change: BranchChange): Promise<void>;

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

  /**
   * Moves the head back. What lies after it becomes superseded; the ledger stays.
   * @throws ForkpointError `no-such-scene`, `branch-moved`, `damaged-scene`, `bad-shape` for an edited scene that is
   *   none of the target
   */
  rewindTo(turn: number, options?: RewindOptions): Promise<Move>;
  /**
   * Takes back the latest rewind not yet undone, and what it changed: what it replaced is again what it was.
   * @returns the undo's own move; the one that it takes back (`undoes`) names the files to put back
   * @throws ForkpointError `nothing-to-undo`, `branch-moved`
   */
  undo(options?: UndoOptions): Promise<Move>;
  /** Starts an independent branch from a scene of this one. @throws ForkpointError `name-taken`, `bad-name` */
  forkFrom(turn: number, branchName: string, options?: ForkOptions): Promise<BranchStore>;

  loadEffects(): Promise<Effect[]>;
  saveEffect(effect: Effect): Promise<void>;
  loadJournal(): Promise<JournalLine[]>;
  /** Whether every line of the journal can be read; a torn last line counts as unwritten, not as damage. */
  isJournalWhole(): Promise<boolean>;
  /** Durable when it resolves: a call may only start after its `open` line has. */
  appendJournal(line: JournalOpen | JournalEnded): Promise<void>;

  /** Takes the branch for writing. @throws ForkpointError `branch-locked` while a live owner holds it. */
  lock(): Promise<BranchLock>;
}

/** Held while a process acts on a branch. Its heartbeat runs until released; writes check it again. */
export interface BranchLock {
  /** Whose stale lock was taken over although its process is alive on this machine, and may wake; else null. */
  readonly silentOwner: ProcessIdentity | null;
  /** @throws ForkpointError `lock-lost` if another process took over. */
  check(): Promise<void>;
  release(): Promise<void>;
  /** Lets go of it so that it is the silent owner's again; without one as `release`. */
  giveBack(): Promise<void>;
}

/** A run that can be written. */
export interface RunStore extends RunSource {
  record(): Promise<RunRecord>;
  branch(name: string): BranchStore;
  branchNames(): Promise<string[]>;
  /** What the branches of the run share: questions, answers, and whose turn it is to let a call through. */
  readonly gate: GateStore;
}
