import { formatAddress } from '../../shared/address.ts';
import type { PlanBody } from '../../shared/api.ts';
import type { Checkpoint } from '../../shared/checkpoint.ts';
import { digestOfValue } from '../../shared/digest.ts';
import { isOpenQuestion } from '../../shared/gate.ts';
import { lineOf } from '../../shared/lineOf.ts';
import type { ToolUseBlock } from '../../shared/message.ts';
import type { Plan, PlannedSettings, RestoreChoice } from '../../shared/plan.ts';
import type { BranchRow, RunRows, SceneRow } from '../../shared/rows.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import { summaryOf } from '../../shared/runSummary.ts';
import { callRow } from '../../shared/sceneRow.ts';
import type { FilesToRestore } from './filesOfMove.ts';
import { requestTokens, withWords } from './nextRequest.ts';
import type { FlightNote } from './preflight.ts';
import { previewOf } from './previewMessages.ts';
import { stayingEffects } from './stayingEffects.ts';

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
  /** What the next requests are made with. */
  settings: PlannedSettings;
}

/** A plan whose notes can be thrown. */
export type MovePlan = Plan & { preflight: FlightNote[] };

/** The plan of a move, with a digest over everything that it was made against. Pure. */
export function planFrom(facts: MoveFacts, content: MoveContent): MovePlan {
  const { body, record, rows, graph, branch, scene, restore, files } = facts;
  const { checkpoint, messages, open } = content;
  const isRewind = body.action === 'rewind';
  const { preview, preflight } = previewOf(facts, content);
  const plan: Omit<MovePlan, 'digest'> = {
    action: body.action,
    branch: isRewind ? body.branch : body.name,
    target: { address: formatAddress(addressOf(graph, facts.target)), scene: facts.target.id },
    messages: preview,
    leftBehind: isRewind ? leftBehind(graph, branch, scene) : [],
    files: {
      restore,
      refused: files.refused,
      entries: restore === 'conversation' ? [] : files.entries,
      copiedBytes: restore === 'conversation' ? null : files.copiedBytes,
      ...(files.git && restore !== 'conversation' && { git: files.git }),
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
    settings: content.settings,
    preflight,
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

/** Turns that no scene of the target's line belongs to. */
function leftBehind(graph: RunGraph, branch: BranchRow, scene: SceneRow): number[] {
  if (branch.head === null) return [];
  const kept = new Set(lineOf(graph.scenes, scene.id).map(id => graph.turnOfScene.get(id)));
  const left = lineOf(graph.scenes, branch.head)
    .map(id => graph.turnOfScene.get(id) ?? '')
    .filter(turn => !kept.has(turn));
  return [...new Set(left)].flatMap(id => graph.turns.get(id)?.turn ?? []);
}
