import type { ToolResultBlock, ToolUseBlock } from '../../shared/message.ts';
import type { Tool, ToolOutcome } from '../tools/tool.ts';
import { inputCheck } from './inputCheck.ts';
import { type CallDesk, contextOf, type PlacedCall, runJournaled } from './openCall.ts';
import { runTool } from './runTool.ts';
import { throwIfStopped } from './stop.ts';

/** Gives every call of a reply exactly one result, in the order of the calls. */
export type AnswerCalls = (calls: readonly ToolUseBlock[], desk: CallDesk) => Promise<ToolResultBlock[]>;

/**
 * Answers calls with these tools. Failure is a result: an unknown tool, an input that does not fit, a tool that throws.
 * Neighbouring `read` calls run side by side; any other call waits for those before it and holds up those after it, so
 * that a file is read as the reply means it.
 */
export function callAnswerer(tools: readonly Tool[]): AnswerCalls {
  const byName = new Map(tools.map(tool => [tool.name, tool]));
  const checkInput = inputCheck();

  const outcomeOf = async (placed: PlacedCall, desk: CallDesk): Promise<ToolOutcome> => {
    const { call, position } = placed;
    const tool = byName.get(call.name);
    if (!tool) return notRun(`There is no tool “${call.name}”. Tools: ${[...byName.keys()].join(', ')}.`);
    const { input, problem } = checkInput(tool, call.input);
    if (problem !== null) return notRun(`Not run: the input of ${call.name} does not fit: ${problem}.`);
    if (tool.toolClass === 'read') return runTool(tool, input, contextOf(desk, position));
    return runJournaled(placed, tool, input, desk);
  };

  return async (calls, desk) => {
    const results: ToolResultBlock[] = [];
    for (const stretch of stretchesOf(calls, byName)) {
      throwIfStopped(desk.context.signal);
      const answers = stretch.map(async placed => toResult(placed.call, await outcomeOf(placed, desk)));
      results.push(...(await Promise.all(answers)));
    }
    return results;
  };
}

/** Calls that run side by side: neighbours of class `read`; every other call by itself. */
function stretchesOf(calls: readonly ToolUseBlock[], tools: ReadonlyMap<string, Tool>): PlacedCall[][] {
  const stretches: PlacedCall[][] = [];
  let readsBefore: PlacedCall[] | null = null;
  for (const [position, call] of calls.entries()) {
    const isRead = tools.get(call.name)?.toolClass === 'read';
    if (isRead && readsBefore) readsBefore.push({ call, position });
    else {
      const stretch = [{ call, position }];
      stretches.push(stretch);
      readsBefore = isRead ? stretch : null;
    }
  }
  return stretches;
}

/** Results for the calls of a reply that was cut off: which of them is whole cannot be known, so none runs. */
export function answersToCutCalls(calls: readonly ToolUseBlock[], why: string): ToolResultBlock[] {
  return calls.map(call => toResult(call, notRun(`Not run: ${why}, so this call may be cut off.`)));
}

function notRun(content: string): ToolOutcome {
  return { content, isError: true };
}

function toResult(call: ToolUseBlock, outcome: ToolOutcome): ToolResultBlock {
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    content: outcome.content,
    ...(outcome.isError ? { is_error: true } : {}),
  };
}
