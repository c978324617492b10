import { lastReplyIndex } from '../../shared/calls.ts';
import type { RequestSettings, Thinking } from '../../shared/checkpoint.ts';
import { type ChangedSetting, changedSettingSchema, type Edit } from '../../shared/decision.ts';
import { ForkpointError } from '../../shared/errors.ts';
import {
  blocksOf,
  isToolResult,
  isToolUse,
  type Message,
  type ToolResultBlock,
  totalTokensOf,
} from '../../shared/message.ts';
import type { ModelReply, ModelRequest } from '../model/model.ts';
import type { BranchStore, CheckpointDraft } from '../store/runStore.ts';
import type { BranchRun } from './branchRun.ts';
import { noCrash } from './crash.ts';

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

/** What a request took in besides the head's messages. */
export interface Taken {
  /** The person's words, or null. */
  input: string | null;
  /** What was mended in the copy that was sent. */
  edits?: Edit[];
  /** When the loop turned to it, its pace included. */
  begunAt?: string;
}

/** Writes the scenes of a branch, one after the other, each after the last. */
export interface TurnRecorder {
  /** The scene that the branch goes on from. */
  head(): ReadableScene;
  /**
   * Saves what a model gave for a request: point A where it names calls, else point B. What is stored goes on from what
   * was stored before; a repaired copy is only sent.
   */
  recordTurn(request: ModelRequest, reply: ModelReply, taken: Taken): Promise<ReadableScene>;
  /** Saves point B: `results` answer the calls of the head, in their order; the person's words come behind them. */
  recordResults(results: readonly ToolResultBlock[], taken: Taken): Promise<ReadableScene>;
}

/** What a scene is saved with, by the loop. */
type SavingParts = Pick<BranchRun, 'branch' | 'captureFiles' | 'crashPoint'>;

/** Turn 0: the task as the first user message, before any reply. */
export function recordTask(parts: SavingParts, task: string): Promise<Scene> {
  const messages = wordsOf(task);
  return saveScene(parts, { turn: 0, point: 'B', task, messages, tokensUsed: 0 }, null);
}

/**
 * @param start the head of the branch
 * @param filesFrom the capture from which its open calls go on, where they do
 */
export function turnRecorder(
  parts: SavingParts,
  start: ReadableScene,
  filesFrom: string | null = null,
): TurnRecorder {
  let head = start;
  const save = async (draft: CheckpointDraft) => {
    const since = head === start && filesFrom !== start.row.capture?.id ? filesFrom : null;
    head = readable(await saveScene(parts, draft, head.row.id, since));
    return head;
  };
  return {
    head: () => head,
    recordTurn: (request, reply, taken) => save(draftOfReply(head, request, reply, taken)),
    recordResults: (results, taken) => save(draftOfResults(head, results, taken)),
  };
}

async function saveScene(
  { branch, captureFiles, crashPoint = noCrash }: SavingParts,
  draft: CheckpointDraft,
  expectedHead: string | null,
  filesSince: string | null = null,
): Promise<Scene> {
  const taken = await captureFiles?.();
  const capture = taken && filesSince !== null ? { ...taken, since: filesSince } : taken;
  const step = draft.point === 'A' ? 'save-a' : 'save-b';
  crashPoint(step);
  const scene = await branch.saveCheckpoint({ ...draft, ...(capture && { capture }) }, expectedHead);
  crashPoint(`after-${step}`);
  return scene;
}

/** The person's words as messages behind what is stored. */
export function wordsOf(input: string | null): Message[] {
  return input === null ? [] : [{ role: 'user', content: input }];
}

function draftOfReply(
  head: ReadableScene,
  request: ModelRequest,
  reply: ModelReply,
  { input, edits = [], begunAt }: Taken,
): CheckpointDraft {
  const { messages, task, tokensUsed, request: asked } = head.checkpoint;
  return {
    turn: head.row.turn + 1,
    point: reply.content.some(isToolUse) ? 'A' : 'B',
    task,
    messages: [...messages, ...wordsOf(input), { role: 'assistant', content: reply.content }],
    tokensUsed: tokensUsed + totalTokensOf(reply.usage),
    model: reply.model,
    stopReason: reply.stopReason,
    usage: reply.usage,
    request: settingsOf(request),
    ...(begunAt === undefined ? {} : { begunAt }),
    ...takenIn(input, [...settingsEdit(asked ?? {}, request), ...edits]),
  };
}

/** What is asked otherwise than in the turn before, as far as that one says how it was asked. */
function settingsEdit(before: RequestSettings, request: ModelRequest): Edit[] {
  const toolNames = ({ tools }: Pick<RequestSettings, 'tools'>) => tools?.map(tool => tool.name).join(' ');
  const isOther: Record<ChangedSetting, boolean> = {
    model: before.model !== undefined && before.model !== request.model,
    system: before.system !== undefined && before.system !== request.system,
    maxTokens: before.maxTokens !== undefined && before.maxTokens !== request.maxTokens,
    thinking: before.model !== undefined && !isSameThinking(before.thinking, request.thinking),
    tools: before.tools !== undefined && toolNames(before) !== toolNames(request),
  };
  const changed = changedSettingSchema.options.filter(setting => isOther[setting]);
  if (changed.length === 0) return [];
  return [{ kind: 'settings', model: isOther.model ? request.model : null, changed }];
}

function isSameThinking(x: Thinking | undefined, y: Thinking | undefined): boolean {
  return JSON.stringify(x) === JSON.stringify(y);
}

/** B repeats what A says of the reply, so that either file tells the whole turn. */
function draftOfResults(
  head: ReadableScene,
  results: readonly ToolResultBlock[],
  { input, edits = [] }: Taken,
): CheckpointDraft {
  const { task, messages, tokensUsed, model, stopReason, usage, request } = head.checkpoint;
  return {
    // Other programs leave calls without results in a turn that has its B already.
    turn: head.row.point === 'A' ? head.row.turn : head.row.turn + 1,
    point: 'B',
    task,
    messages: withResults(messages, results, input),
    tokensUsed,
    ...(model === undefined ? {} : { model }),
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(usage === undefined ? {} : { usage }),
    ...(request === undefined ? {} : { request }),
    ...takenIn(input ?? head.checkpoint.input ?? null, edits, input),
  };
}

/** All results first, in one message; what else was said after the reply comes behind them, the newest words last. */
export function withResults(
  messages: readonly Message[],
  results: readonly ToolResultBlock[],
  input: string | null,
): Message[] {
  const end = lastReplyIndex(messages) + 1;
  const after = messages.slice(end);
  const said = after.filter(({ role }) => role === 'user').flatMap(blocksOf);
  const words = input === null ? [] : [{ type: 'text', text: input }];
  const content = [...results, ...said.filter(block => !isToolResult(block)), ...words];
  return [
    ...messages.slice(0, end),
    { role: 'user', content },
    ...after.filter(({ role }) => role !== 'user'),
  ];
}

/** The person's words and the changes on the way to a scene. @param said the words that are new in it */
function takenIn(
  input: string | null,
  edits: readonly Edit[],
  said = input,
): Pick<CheckpointDraft, 'input' | 'edits'> {
  const all: Edit[] = [...(said === null ? [] : [{ kind: 'message' as const, text: said }]), ...edits];
  return { ...(input === null ? {} : { input }), ...(all.length === 0 ? {} : { edits: all }) };
}

/** Everything of a request but its messages, which the scene holds anyway. */
function settingsOf({ model, system, maxTokens, thinking, tools, betas }: ModelRequest): RequestSettings {
  return {
    model,
    system,
    maxTokens,
    ...(thinking === undefined ? {} : { thinking }),
    tools,
    ...(betas === undefined ? {} : { betas }),
  };
}
