import type { RequestSettings } from '../../shared/checkpoint.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { isToolUse, type Message, type ToolResultBlock, totalTokensOf } from '../../shared/message.ts';
import type { ModelReply, ModelRequest } from '../model/model.ts';
import type { BranchStore, CheckpointDraft } from '../store/runStore.ts';

/** What a store gives back for a save. */
type Scene = Awaited<ReturnType<BranchStore['saveCheckpoint']>>;

/** A scene that can be gone on from: its row and what its file holds. */
export type ReadableScene = Scene & { checkpoint: NonNullable<Scene['checkpoint']> };

/** @throws ForkpointError `damaged-scene` */
export function readable(scene: Scene): ReadableScene {
  const { checkpoint, row } = scene;
  if (checkpoint === null) {
    throw new ForkpointError('damaged-scene', { where: row.file, detail: row.problem?.code ?? 'unreadable' });
  }
  return { ...scene, checkpoint };
}

/** Writes the scenes of a branch, one after the other, each after the last. */
export interface TurnRecorder {
  /** The scene that the branch goes on from. */
  head(): ReadableScene;
  /**
   * Saves what a model gave for a request: point A where it names calls, else point B.
   * @param input the person's words that the request took in
   */
  recordTurn(request: ModelRequest, reply: ModelReply, input: string | null): Promise<ReadableScene>;
  /** Saves point B: `results` answer the calls of the head, in their order. */
  recordResults(results: readonly ToolResultBlock[]): Promise<ReadableScene>;
}

/** Turn 0: the task as the first user message, before any reply. */
export function recordTask(branch: BranchStore, task: string): Promise<Scene> {
  const messages: Message[] = [{ role: 'user', content: task }];
  return branch.saveCheckpoint({ turn: 0, point: 'B', task, messages, tokensUsed: 0 }, null);
}

/** @param start the head of the branch */
export function turnRecorder(branch: BranchStore, start: ReadableScene): TurnRecorder {
  let head = start;
  const save = async (draft: CheckpointDraft) => {
    head = readable(await branch.saveCheckpoint(draft, head.row.id));
    return head;
  };
  return {
    head: () => head,
    recordTurn: (request, reply, input) => save(draftOfReply(head, request, reply, input)),
    recordResults: results => save(draftOfResults(head, results)),
  };
}

function draftOfReply(
  head: ReadableScene,
  request: ModelRequest,
  reply: ModelReply,
  input: string | null,
): CheckpointDraft {
  return {
    turn: head.row.turn + 1,
    point: reply.content.some(isToolUse) ? 'A' : 'B',
    task: head.checkpoint.task,
    messages: [...request.messages, { role: 'assistant', content: reply.content }],
    tokensUsed: head.checkpoint.tokensUsed + totalTokensOf(reply.usage),
    model: reply.model,
    stopReason: reply.stopReason,
    usage: reply.usage,
    request: settingsOf(request),
    ...(input === null ? {} : { input }),
  };
}

/** B repeats what A says of the reply, so that either file tells the whole turn. */
function draftOfResults(head: ReadableScene, results: readonly ToolResultBlock[]): CheckpointDraft {
  const { task, messages, tokensUsed, model, stopReason, usage, request, input } = head.checkpoint;
  return {
    turn: head.row.turn,
    point: 'B',
    task,
    messages: [...messages, { role: 'user', content: [...results] }],
    tokensUsed,
    ...(model === undefined ? {} : { model }),
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(usage === undefined ? {} : { usage }),
    ...(request === undefined ? {} : { request }),
    ...(input === undefined ? {} : { input }),
  };
}

/** Everything of a request but its messages, which the scene holds anyway. */
function settingsOf({ model, system, maxTokens, tools, betas }: ModelRequest): RequestSettings {
  return { model, system, maxTokens, tools, ...(betas === undefined ? {} : { betas }) };
}
