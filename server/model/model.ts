import type { Thinking } from '../../shared/checkpoint.ts';
import type { Problem } from '../../shared/errors.ts';
import type { Block, Message, Usage } from '../../shared/message.ts';

/** One request to a model: what the Messages API takes, apart from cache marks, which only the adapter sets. */
export interface ModelRequest {
  model: string;
  system: string;
  messages: Message[];
  tools: { name: string; description: string; input_schema: Record<string, unknown> }[];
  maxTokens: number;
  /** Left out, nothing is said about thinking; null switches it off. */
  thinking?: Thinking;
  betas?: string[];
}

/** One whole reply, blocks as they came. */
export interface ModelReply {
  content: Block[];
  model: string;
  stopReason: string | null;
  usage: Usage;
}

/** What can be seen of a reply while it is written. */
export interface ReplyWatcher {
  onThinking?(delta: string): void;
  onText?(delta: string): void;
  onCall?(call: { id: string; name: string }): void;
  onCallInput?(id: string, partialJson: string): void;
  /** A failed try is waited out: what was shown so far is void. */
  onWait?(wait: { untilMs: number; attempt: number; problem: Problem }): void;
}

/**
 * A model. Gives one whole reply or throws; a reply that was cut off is never given.
 * @throws ForkpointError `no-key`, `wrong-key`, `unknown-model`, `model-failed`, `model-stream-cut`,
 *   `scenario-has-no-reply`; an `AbortError` when `signal` stops it, also while it waits for a retry
 */
export interface Model {
  reply(request: ModelRequest, watcher: ReplyWatcher, signal: AbortSignal): Promise<ModelReply>;
}
