import type { Edit } from '../../shared/decision.ts';
import type { ToolResultBlock, ToolUseBlock } from '../../shared/message.ts';
import type { Tool, ToolOutcome } from '../tools/tool.ts';
import { editsOfKnown, openLineOf } from './callEdits.ts';
import { cutOff, notRun } from './callWords.ts';
import { answerChanging, type CallEnd } from './gatedCall.ts';
import { inputCheck } from './inputCheck.ts';
import { sendableContent } from './largeImages.ts';
import { type CallDesk, contextOf, type PlacedCall, recordEffect } from './openCall.ts';
import { runTool } from './runTool.ts';
import type { Answered, Settled } from './settled.ts';
import { throwIfStopped } from './stop.ts';

/** Gives every call of a reply exactly one result, in the order of the calls, unless one of them has to wait. */
export type AnswerCalls = (calls: readonly ToolUseBlock[], desk: CallDesk) => Promise<Answered>;

/**
 * Answers calls with these tools. Failure is a result: an unknown tool, an input that does not fit, a tool that throws.
 * Neighbouring `read` calls run side by side; any other call waits for those before it and holds up those after it, so
 * that a file is read as the reply means it. A call that stops at the gate leaves the rest of the reply to a later start.
 */
export function callAnswerer(tools: readonly Tool[]): AnswerCalls {
  const byName = new Map(tools.map(tool => [tool.name, tool]));
  const checkInput = inputCheck();

  const endOf = async (placed: PlacedCall, desk: CallDesk): Promise<CallEnd> => {
    const { call, position } = placed;
    const settled = desk.settled.get(call.id) ?? null;
    if (settled?.kind === 'result') return await endOfKnown(placed, settled, desk);
    const tool = byName.get(call.name);
    if (!tool)
      return ended(notRun(`There is no tool “${call.name}”. Tools: ${[...byName.keys()].join(', ')}.`));
    const { input, problem } = checkInput(tool, await inputOf(placed, settled, desk));
    const edits = settled?.edits ?? [];
    if (problem !== null) {
      return ended(notRun(`Not run: the input of ${call.name} does not fit: ${problem}.`), edits);
    }
    if (tool.toolClass === 'read') return ended(await runTool(tool, input, contextOf(desk, position)), edits);
    const problemOf = (other: Record<string, unknown>) => checkInput(tool, other).problem;
    return await answerChanging({ placed, tool, input, settled, problemOf }, desk);
  };

  return async (calls, desk) => {
    const results: ToolResultBlock[] = [];
    const edits: Edit[] = [];
    for (const stretch of stretchesOf(calls, byName)) {
      throwIfStopped(desk.context.signal);
      const ends = await Promise.all(
        stretch.map(async placed => ({ placed, end: await endOf(placed, desk) })),
      );
      for (const { placed, end } of ends) {
        if (end.kind === 'waiting') return { kind: 'waiting', questions: [end.question] };
        results.push(toResult(placed.call, end.outcome));
        edits.push(...end.edits);
      }
    }
    return { kind: 'answered', results, edits };
  };
}

/** What runs: what a decision put in place of the model's input; a rerun repeats what ran. */
async function inputOf(
  placed: PlacedCall,
  settled: Extract<Settled, { kind: 'run' }> | null,
  desk: CallDesk,
): Promise<unknown> {
  if (settled?.input !== undefined) return settled.input;
  const open = settled?.isRerun ? await openLineOf(placed, desk) : null;
  return open?.ranInput ?? placed.call.input;
}

/** Takes a result that is known. The person's part in how it came about is told again. */
async function endOfKnown(
  placed: PlacedCall,
  settled: Extract<Settled, { kind: 'result' }>,
  desk: CallDesk,
): Promise<CallEnd> {
  const open = await openLineOf(placed, desk);
  if (settled.ledger === 'add') await recordEffect(placed, settled.outcome, open, desk);
  return ended(settled.outcome, [...settled.edits, ...(await editsOfKnown(placed, open, desk))]);
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
  return calls.map(call => toResult(call, cutOff(why)));
}

function ended(outcome: ToolOutcome, edits: Edit[] = []): CallEnd {
  return { kind: 'ended', outcome, edits };
}

function toResult(call: ToolUseBlock, outcome: ToolOutcome): ToolResultBlock {
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    content: sendableContent(outcome.content),
    ...(outcome.isError ? { is_error: true } : {}),
  };
}
