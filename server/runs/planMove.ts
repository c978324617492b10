import { formatAddress } from '../../shared/address.ts';
import type { PlanBody } from '../../shared/api.ts';
import type { Checkpoint } from '../../shared/checkpoint.ts';
import { digestOfValue } from '../../shared/digest.ts';
import { findProblems, isRepairable } from '../../shared/findProblems.ts';
import { isOpenQuestion } from '../../shared/gate.ts';
import { lineOf } from '../../shared/lineOf.ts';
import type { Message, ToolUseBlock } from '../../shared/message.ts';
import { messageModels } from '../../shared/messageModels.ts';
import type { Plan, RestoreChoice } from '../../shared/plan.ts';
import { repairMessages } from '../../shared/repairMessages.ts';
import type { BranchRow, RunRows, SceneRow } from '../../shared/rows.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import { callRow } from '../../shared/sceneRow.ts';
import type { FilesToRestore } from './filesOfMove.ts';
import { requestTokens, withWords } from './nextRequest.ts';
import { summaryOf } from './runSummary.ts';
import { stayingEffects } from './stayingEffects.ts';

/** How many of the last messages a plan shows. */
const TAIL = 6;

/** Everything that is read before a move is planned. */
export interface MoveFacts {
  body: PlanBody;
  record: Pick<RunRecord, 'checks' | 'tools'>;
  rows: RunRows;
  graph: RunGraph;
  branch: BranchRow;
  /** The scene whose files are meant, and the one the conversation goes to. */
  target: SceneRow;
  scene: SceneRow;
  restore: RestoreChoice;
  files: FilesToRestore;
}

/** The conversation that a move makes. */
export interface MoveContent {
  checkpoint: Checkpoint;
  messages: Checkpoint['messages'];
  open: readonly ToolUseBlock[];
  /** The model that will be asked, where that is known. */
  model: string | null;
}

/** The plan of a move, with a digest over everything that it was made against. Pure. */
export function planFrom(facts: MoveFacts, content: MoveContent): Plan {
  const { body, record, rows, graph, branch, scene, restore, files } = facts;
  const { checkpoint, messages, open } = content;
  const isRewind = body.action === 'rewind';
  const plan: Omit<Plan, 'digest'> = {
    action: body.action,
    branch: isRewind ? body.branch : body.name,
    target: { address: formatAddress(addressOf(graph, facts.target)), scene: facts.target.id },
    messages: messagesOf(facts, content),
    leftBehind: isRewind ? leftBehind(graph, branch, scene) : [],
    files: {
      restore,
      refused: files.refused,
      entries: restore === 'conversation' ? [] : files.entries,
      copiedBytes: restore === 'conversation' ? null : files.copiedBytes,
    },
    effects: stayingEffects({
      graph,
      effects: rows.effects,
      target: scene.id,
      keepsFilesOf: isRewind && restore === 'conversation' ? body.branch : null,
      checks: record.checks,
    }),
    cost: {
      tokensSpent: summaryOf(rows).tokens,
      nextRequestTokens: requestTokens(withWords(messages, body.say ?? null), checkpoint.usage),
    },
    pending: open.map(call =>
      callRow({ call, messageIndex: 0, blockIndex: 0, result: null, resultMessageIndex: null }),
    ),
    effectsMode: body.effects ?? (isRewind ? branch.effects : 'ask'),
  };
  const asked = rows.questions.filter(isOpenQuestion).map(question => question.id);
  const against = [
    branch.head,
    branch.moves.length,
    asked,
    files.present,
    body.editedResults ?? {},
    body.pending ?? null,
  ];
  // Other branches may be at work meanwhile: what they spend does not make this plan another one.
  return { ...plan, digest: digestOfValue([{ ...plan, cost: null }, ...against]) };
}

/**
 * What will be sent. Open calls are answered first, in a message that the person's words end; what their results will be
 * is not known yet, so they are not shown.
 */
function messagesOf(
  { body, record, graph, scene }: MoveFacts,
  { checkpoint, messages, open, model }: MoveContent,
): Plan['messages'] {
  const { stopReason = null } = checkpoint;
  const words = body.say ?? null;
  const next = open.length === 0 ? withWords(messages, words) : [...messages, answerTo(open, words)];
  const context = {
    stopReason,
    ...(record.tools.length === 0 ? {} : { tools: record.tools }),
    ...(model === null ? {} : { model, models: messageModels(graph.scenes, scene.id, model) }),
  };
  const problems = findProblems(next, context);
  const { messages: sent } = repairMessages(next, context);
  const shown = open.length === 0 ? sent : withWords(sent.slice(0, -1), words);
  return {
    count: sent.length,
    tail: shown.slice(-TAIL),
    problems,
    isRepaired: problems.some(isRepairable),
  };
}

function answerTo(open: readonly ToolUseBlock[], words: string | null): Message {
  const results = open.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: '…' }));
  return { role: 'user', content: [...results, ...(words === null ? [] : [{ type: 'text', text: words }])] };
}

/** Turns that no scene of the target's line belongs to. */
function leftBehind(graph: RunGraph, branch: BranchRow, scene: SceneRow): number[] {
  if (branch.head === null) return [];
  const kept = new Set(lineOf(graph.scenes, scene.id).map(id => graph.turnOfScene.get(id)));
  const left = lineOf(graph.scenes, branch.head)
    .map(id => graph.turnOfScene.get(id) ?? '')
    .filter(turn => !kept.has(turn));
  return [...new Set(left)].flatMap(id => graph.turns.get(id)?.turn ?? []);
}
