import type { CaptureNote } from '../../shared/capture.ts';
import type { Thinking } from '../../shared/checkpoint.ts';
import type { Price } from '../../shared/price.ts';
import type { Draft } from '../../shared/runEvent.ts';
import type { Limits } from '../../shared/runRecord.ts';
import type { Model } from '../model/model.ts';
import type { BranchStore } from '../store/runStore.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';
import type { CrashPoint } from './crash.ts';

/** How long one reply may be where nobody says otherwise, in tokens. */
export const DEFAULT_MAX_TOKENS = 16_000;

/** What is asked of the model in every request of a run. `maxTokens` bounds one reply. */
export interface ModelSettings {
  model: string;
  system: string;
  maxTokens: number;
  /** Left out, nothing is said about thinking; null switches it off. */
  thinking?: Thinking;
  betas?: string[];
}

export interface BranchRun {
  branch: BranchStore;
  /** The first user message of a branch that has no scene yet. */
  task: string;
  model: Model;
  tools: readonly Tool[];
  settings: ModelSettings;
  limits: Limits;
  /** Needed where `limits` bounds the cost. */
  price?: Price;
  context: Pick<ToolContext, 'workspace' | 'runFolder'>;
  /** Keeps the workspace's files as they are at a save point. */
  captureFiles?(): Promise<CaptureNote>;
  /** Passed at every step; where a run is to die, it does not come back. */
  crashPoint?: CrashPoint;
  /** The person's stop. */
  signal: AbortSignal;
  /** Pause before each request, for people who watch. */
  paceMs?: number;
  /** The branch is locked and can go on: from here on everything that happens is its outcome. */
  onStarted?(): void;
  onDraft?(draft: Draft | null): void;
  /** An error that nobody expects here. It ends the branch as `failed`. */
  onUnexpected?(error: unknown): void;
}
