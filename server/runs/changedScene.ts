import type { CallDecision, Edit } from '../../shared/decision.ts';
import { ForkpointError } from '../../shared/errors.ts';
import {
  isToolResult,
  type Message,
  type Messages,
  type ToolUseBlock,
  textOfResult,
} from '../../shared/message.ts';
import type { PendingChoice } from '../../shared/plan.ts';

/** Messages with results that the person changed, and the changes for the record. */
export interface EditedMessages {
  messages: Message[];
  edits: Edit[];
}

/**
 * Puts other texts in the place of results: of the last result of each call id. What is not changed stays as it is.
 * @throws ForkpointError `bad-request` for an id that has no result
 */
export function withEditedResults(
  messages: Messages,
  results: Readonly<Record<string, string>>,
): EditedMessages {
  const next = [...messages];
  const edits = Object.entries(results).map(([callId, after]): Edit => {
    const index = next.findLastIndex(message => hasResult(message, callId));
    const message = next[index];
    if (!message || typeof message.content === 'string') {
      throw new ForkpointError('bad-request', { detail: `call ${callId} has no result in this scene` });
    }
    const at = message.content.findLastIndex(block => isToolResult(block) && block.tool_use_id === callId);
    const block = message.content[at];
    const before = block && isToolResult(block) ? textOfResult(block) : null;
    next[index] = {
      ...message,
      content: message.content.with(at, { ...block, type: 'tool_result', content: after }),
    };
    return { kind: 'result', callId, before, after };
  });
  return { messages: next, edits };
}

function hasResult({ content }: Message, callId: string): boolean {
  return (
    typeof content !== 'string' && content.some(block => isToolResult(block) && block.tool_use_id === callId)
  );
}

/**
 * What the person decided about each open call, by its id; empty where nothing was.
 * @throws ForkpointError `bad-request` for an id that is no open call
 */
export function decisionsFrom(
  pending: PendingChoice | undefined,
  calls: readonly ToolUseBlock[],
): Record<string, CallDecision> {
  if (pending === undefined || pending === 'drop') return {};
  if (typeof pending === 'string') {
    const decision: CallDecision = pending === 'run' ? { kind: 'run' } : { kind: 'skip', why: '' };
    return Object.fromEntries(calls.map(call => [call.id, decision]));
  }
  const unknown = Object.keys(pending).find(id => !calls.some(call => call.id === id));
  if (unknown !== undefined) {
    throw new ForkpointError('bad-request', { detail: `call ${unknown} is not open in this scene` });
  }
  return pending;
}
