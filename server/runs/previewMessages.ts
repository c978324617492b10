import { callsOfLastReply } from '../../shared/calls.ts';
import { changesBetween } from '../../shared/diff/changesBetween.ts';
import { findProblems, isRepairable } from '../../shared/findProblems.ts';
import {
  type Block,
  isToolResult,
  type Message,
  type Messages,
  type ToolResultBlock,
} from '../../shared/message.ts';
import { messageModels } from '../../shared/messageModels.ts';
import type { Plan } from '../../shared/plan.ts';
import { repairMessages } from '../../shared/repairMessages.ts';
import { withResults } from '../harness/recordTurn.ts';
import { needsThinking } from './moveSettings.ts';
import { withWords } from './nextRequest.ts';
import type { MoveContent, MoveFacts } from './planMove.ts';
import { type FlightNote, preflightOf } from './preflight.ts';

/** How many of the last messages a plan shows, and of those that a repair changes. */
const TAIL = 6;
const REPAIRS_SHOWN = 50;

/** What will be sent, and whether its history and its settings go together. */
export interface Preview {
  preview: Plan['messages'];
  preflight: FlightNote[];
}

/**
 * What will be sent. Open calls are answered first, in a message that the person's words end; what their results will be
 * is not known yet, so they are not shown.
 */
export function previewOf(
  { body, graph, scene }: Pick<MoveFacts, 'body' | 'graph' | 'scene'>,
  { checkpoint, messages, open, settings }: MoveContent,
): Preview {
  const { stopReason = null } = checkpoint;
  const words = body.say ?? null;
  const next =
    open.length === 0 ? withWords(messages, words) : withResults(messages, resultsIn(messages), words);
  const { model, tools, thinking } = settings;
  const writers = model === null ? [] : messageModels(graph.scenes, scene.id, model);
  const context = {
    stopReason,
    tools,
    thinking: needsThinking(thinking),
    ...(model === null ? {} : { model, models: writers }),
  };
  const problems = findProblems(next, context);
  const { messages: sent } = repairMessages(next, context);
  const repair = changesBetween(next, sent);
  return {
    preview: {
      count: sent.length,
      changes: changesBetween(checkpoint.messages, withWords(messages, words)),
      repair: repair.slice(0, REPAIRS_SHOWN),
      repairCount: repair.length,
      tail: withoutUnknown(sent).slice(-TAIL),
      problems,
      isRepaired: problems.some(isRepairable),
    },
    preflight: preflightOf({ graph, scene, messages: next, problems, settings, writers }),
  };
}

/** What stands for a result that is not known yet. */
const unknown: Block[] = [];

function resultsIn(messages: Messages): ToolResultBlock[] {
  return callsOfLastReply(messages).map(
    ({ call, result }) => result ?? { type: 'tool_result', tool_use_id: call.id, content: unknown },
  );
}

function withoutUnknown(messages: Messages): Message[] {
  const isKnown = (block: Block) => !isToolResult(block) || block.content !== unknown;
  return messages
    .map(message =>
      typeof message.content === 'string'
        ? message
        : { ...message, content: message.content.filter(isKnown) },
    )
    .filter(message => message.content.length > 0);
}
