import type { Checkpoint } from '../../shared/checkpoint.ts';
import type { Effect } from '../../shared/effect.ts';
import type { Message } from '../../shared/message.ts';
import type { RunRows, SceneRow } from '../../shared/rows.ts';

/** A scene whole. `checkpoint` is null where its file is damaged; `raw` then holds the first part of its bytes. */
export interface Scene {
  row: SceneRow;
  checkpoint: Checkpoint | null;
  raw: string | null;
  /** For transcripts: the line each message came from, by index. Empty for checkpoints. */
  lines: number[];
}

/** From a scene (null: from nothing) to a later one of its line, by ids. */
export interface LineStep {
  from: string | null;
  to: string;
}

/**
 * Anything a run can be read from: a run folder of ours, a folder of checkpoints made by another program, a
 * transcript. Opening and reading one writes nothing into it.
 */
export interface RunSource {
  /** All rows, read anew; unchanged files are not opened again. Bad files become damaged rows, never an error. */
  rows(): Promise<RunRows>;
  /** One scene by id. @throws ForkpointError `no-such-scene` */
  scene(id: string): Promise<Scene>;
  /**
   * For each step of a line the messages that it added, in the order asked for. Only where a source can read them without
   * all that stands before. @throws ForkpointError `no-such-scene`, `damaged-scene`
   */
  addedMessages?(steps: readonly LineStep[]): AsyncIterable<Message[]>;
  /** The whole ledger of a branch, results included. */
  effects(branch: string): Promise<Effect[]>;
  /** What stands at these positions of it. Only where a source can read that without the rest. */
  effectsAt?(branch: string, positions: readonly number[]): Promise<Effect[]>;
  /**
   * Calls `onChange` whenever the source may have changed, whoever changed it, until the returned function is
   * called. May call too often, never too seldom.
   */
  watch(onChange: () => void): () => void;
  /** Lets go of what it holds; who still asks has it read anew. */
  close?(): void;
}
