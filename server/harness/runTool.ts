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

/** Tools may also throw before they give a promise. */
async function started(
  tool: Tool,
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolOutcome> {
  return tool.run(input, context);
}

function failureFrom(tool: Tool, error: unknown): ToolOutcome {
  const detail = error instanceof Error ? error.message : String(error);
  const reachesOut = tool.toolClass === 'external' || tool.toolClass === 'command';
  const doubt = reachesOut ? ' It may have had its effect before it failed.' : '';
  return { content: `${tool.name} failed: ${detail}.${doubt}`, isError: true };
}
