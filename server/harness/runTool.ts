import type { Tool, ToolContext, ToolOutcome } from '../tools/tool.ts';
import { isStopError, settledOrStopped, stopError } from './stop.ts';

/** How long a tool may take to end after a stop, so that the whole stop stays within a second. */
const graceMs = 700;

/**
 * Runs a tool. What it throws becomes a failed outcome; a stop is thrown on. A tool that fails after a stop was most
 * likely ended by it: how far it came is not known, so that is no outcome. One that succeeded did what it did.
 * @throws `stopError`
 */
export async function runTool(
  tool: Tool,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { signal } = context;
  try {
    const outcome = await settledOrStopped(started(tool, input, context), signal, graceMs);
    if (signal.aborted && outcome.isError) throw stopError();
    return outcome;
  } catch (error) {
    if (isStopError(error) || signal.aborted) throw stopError();
    return failureFrom(tool, error);
  }
}

/** Calls whose tools have not come back, also those that a stop no longer waits for. */
const running = new Set<string>();

/** Whether a tool still works on a call in this process, although its run was stopped or died. */
export function isStillRunning(runFolder: string, scene: string, position: number): boolean {
  return running.has(placeOf(runFolder, keyOfCall(scene, position)));
}

/** What a call is known by, the same for every try. */
export function keyOfCall(scene: string, position: number): string {
  return `${scene}:${position}`;
}

function placeOf(runFolder: string, key: string): string {
  return `${runFolder}\0${key}`;
}

/** Tools may also throw before they give a promise. */
async function started(
  tool: Tool,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolOutcome> {
  const place = placeOf(context.runFolder, context.idempotencyKey);
  running.add(place);
  try {
    return await tool.run(input, context);
  } finally {
    running.delete(place);
  }
}

function failureFrom(tool: Tool, error: unknown): ToolOutcome {
  const detail = error instanceof Error ? error.message : String(error);
  const reachesOut = tool.toolClass === 'external' || tool.toolClass === 'command';
  if (!reachesOut) return { content: `${tool.name} failed: ${detail}.`, isError: true };
  const words = `${tool.name} failed: ${detail}. It may have had its effect before it failed.`;
  return { content: words, isError: true, isInDoubt: true };
}
