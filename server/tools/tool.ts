import type { Block } from '../../shared/message.ts';
import type { ToolClass } from '../../shared/toolClass.ts';

/** Where a tool works. Paths are absolute. */
export interface ToolContext {
  /** The branch's own copy of the files. Nothing outside it may be touched by file tools, links included. */
  workspace: string;
  /** The run's folder, for the demo's outside world (`outbox/`, `tickets.json`). */
  runFolder: string;
  signal: AbortSignal;
  /** The same for every try of one call: scene and position. */
  idempotencyKey: string;
}

/** What a call gave. A failure is a result too; `throw` is for what the tool did not expect. */
export interface ToolOutcome {
  content: string | Block[];
  isError?: boolean;
  /** Of a failure: it may have had its effect all the same. */
  isInDoubt?: boolean;
}

/** A tool as the harness runs it and as the model is told of it. Input is checked against the JSON schema first. */
export interface Tool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  toolClass: ToolClass;
  idempotent?: boolean;
  destructive?: boolean;
  /** What in the world (or which file) a call acts on, for the ledger and for finding repeats. */
  target?(input: Record<string, unknown>): string | null;
  /** Files of the workspace that a call will touch, relative to it: their bytes are noted before it runs. */
  touches?(input: Record<string, unknown>): string[];
  /** Whether the effect already happened: the outcome it had, or null. */
  probe?(input: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome | null>;
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolOutcome>;
}
