import type { PlanBody } from '../../shared/api.ts';
import { openCalls } from '../../shared/calls.ts';
import type { Checkpoint, RequestSettings } from '../../shared/checkpoint.ts';
import type { CallDecision } from '../../shared/decision.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { BranchRow, RunRows, SceneRow } from '../../shared/rows.ts';
import { buildRunGraph, type RunGraph } from '../../shared/runGraph.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import type { RunSource } from '../sources/runSource.ts';
import type { CheckpointDraft, MoveChanges } from '../store/runStore.ts';
import type { UnseenRange } from '../workspace/runFiles.ts';
import type { ActingRun } from './actingRun.ts';
import { decisionsFrom, withEditedResults } from './changedScene.ts';
import { type FilesOfMove, filesToRestore } from './filesOfMove.ts';
import {
  branchIn,
  checkedOrphan,
  type MovePlace,
  placeAnywhere,
  placeOfOrphan,
  placeOn,
  readableRowAt,
} from './movePlace.ts';
import { plannedSettings, settingsAfter } from './moveSettings.ts';
import { type MoveFacts, type MovePlan, planFrom } from './planMove.ts';
import { unseenAt } from './settleFiles.ts';

/** A run as far as a plan looks at it: also one that can only be read. */
export interface PlannedRun extends Pick<RunSource, 'rows' | 'scene'> {
  id: string;
  record(): Promise<Pick<RunRecord, 'checks' | 'tools'>>;
  settingsOf(branch: string): Promise<RequestSettings>;
  /** What a turn that was cut off at a branch's head made of its files, or null. */
  unseenAt(branch: string, head: SceneRow): Promise<UnseenRange | null>;
  files: FilesOfMove;
}

/** A run that can be written, to plan on. */
export function plannedRun({ id, store, files }: ActingRun): PlannedRun {
  return {
    id,
    files,
    rows: () => store.rows(),
    scene: scene => store.scene(scene),
    record: () => store.record(),
    settingsOf: async branch => (await store.branch(branch).record()).settings,
    unseenAt: (branch, head) => unseenAt(store.branch(branch), head, files),
  };
}

/** Something that is only read, to plan on: it has no files, and what it was asked with is not known. */
export function plannedSource(id: string, source: RunSource): PlannedRun {
  return {
    id,
    files: {
      planRestore: async () => [],
      folderOf: () => '',
      gitSince: async () => null,
      forkSize: async () => ({ files: 0, capturedBytes: 0, copiedBytes: 0 }),
    },
    rows: () => source.rows(),
    scene: scene => source.scene(scene),
    record: async () => ({ checks: [], tools: [] }),
    settingsOf: async () => ({}),
    unseenAt: async () => null,
  };
}

/** A move that is thought through, with nothing written: its plan, and what the store and the files are told. */
export interface PreparedMove {
  plan: MovePlan;
  /** The branch whose store finds the scene, and where. */
  from: { branch: string; place: MovePlace };
  /** That scene. */
  scene: SceneRow;
  /** What the conversation holds afterwards. */
  messages: Checkpoint['messages'];
  /** The head that it was planned against. */
  head: string | null;
  changes: MoveChanges;
  /** The capture whose files are put back or copied, or null where they stay as they are. */
  files: string | null;
}

/**
 * Thinks a rewind or a fork through. Writes nothing.
 * @throws ForkpointError `no-such-branch`, `bad-address`, `no-such-scene`, `damaged-scene`, `run-busy` (a rewind of a
 *   branch that runs), `orphaned-scene`, `tail-goes-on`, `name-taken`, `bad-request` (a change that does not fit the scene)
 */
export async function prepareMove(run: PlannedRun, body: PlanBody): Promise<PreparedMove> {
  const facts = await readFacts(run, body);
  const from = sourceOf(run.id, facts);
  const { checkpoint } = await run.scene(facts.scene.id);
  if (!checkpoint)
    throw new ForkpointError('damaged-scene', { where: facts.scene.file, detail: 'it is gone' });
  const { messages, draft } = changedConversation(checkpoint, facts);
  const open = openCalls(messages);
  const decisions = decisionsFrom(body.pending, open);
  const files = captureToRestore(facts);
  const known = await run.settingsOf(from.branch);
  const changed = settingsAfter(body, known);
  const settings = plannedSettings(changed ?? known, facts.record, facts.scene.model);
  const plan = planFrom(facts, { checkpoint, messages, open, settings });
  return {
    plan,
    from,
    scene: facts.scene,
    messages,
    head: facts.branch.head,
    changes: changesOf(body, changed, decisions, draft),
    files,
  };
}

async function readFacts(run: PlannedRun, body: PlanBody): Promise<MoveFacts> {
  const [rows, record] = await Promise.all([run.rows(), run.record()]);
  const graph = buildRunGraph(rows);
  const branch = branchIn(graph, run.id, body.branch);
  if (body.action === 'rewind' && branch.owner !== null)
    throw new ForkpointError('run-busy', { run: run.id });
  if (body.action === 'fork') refuseTaken(rows, body.name);
  const named = readableRowAt(graph, run.id, body.to);
  const target = body.pending === 'drop' && named.point === 'A' ? beforeReply(graph, named) : named;
  const head = branch.head === null ? undefined : graph.scenes.get(branch.head);
  const unseen = body.action === 'rewind' && head ? await run.unseenAt(branch.name, head) : null;
  const files = await filesToRestore(run.files, { rows, graph, body, target, unseen });
  const restore = body.restore ?? (files.refused === null ? 'both' : 'conversation');
  if (body.action === 'fork' && restore === 'files') {
    throw new ForkpointError('bad-request', { detail: 'a fork takes the conversation along; choose both' });
  }
  const scene = restore === 'files' ? headOf(graph, run.id, branch) : target;
  return { body, record, rows, graph, branch, target, scene, restore, files };
}

function refuseTaken(rows: RunRows, name: string): void {
  const isTaken = rows.branches.some(row => row.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw new ForkpointError('name-taken', { name });
}

/** The scene that the reply of an A answers: there its calls are not named yet. */
function beforeReply(graph: RunGraph, row: SceneRow): SceneRow {
  const before = row.parent === null ? undefined : graph.scenes.get(row.parent);
  if (before && before.problem === null) return before;
  throw new ForkpointError('damaged-scene', { where: row.file, detail: 'the scene before it is not here' });
}

/** Files alone are put back beneath a conversation that stays where it is. */
function headOf(graph: RunGraph, run: string, branch: BranchRow): SceneRow {
  const head = branch.head === null ? undefined : graph.scenes.get(branch.head);
  if (head) return head;
  throw new ForkpointError('no-such-scene', { run, address: branch.name });
}

function sourceOf(run: string, { body, rows, graph, branch, scene }: MoveFacts): PreparedMove['from'] {
  const found =
    body.action === 'fork'
      ? placeAnywhere(graph, branch, scene)
      : { branch: branch.name, place: placeOn(graph, branch, scene) };
  if (found?.place) return { branch: found.branch, place: found.place };
  if (body.action === 'fork') return { branch: scene.branch, place: placeOfOrphan(scene) };
  if (scene.branch === branch.name) {
    return { branch: branch.name, place: checkedOrphan(graph, rows, scene) };
  }
  throw new ForkpointError('no-such-scene', { run, address: `${branch.name}, ${body.to}` });
}

/** The conversation with the person's changes; a draft of the scene that holds them, where there are any. */
function changedConversation(
  checkpoint: Checkpoint,
  { body, scene }: MoveFacts,
): { messages: Checkpoint['messages']; draft: CheckpointDraft | null } {
  const { editedResults = {} } = body;
  if (Object.keys(editedResults).length === 0) return { messages: checkpoint.messages, draft: null };
  const { messages, edits } = withEditedResults(checkpoint.messages, editedResults);
  const { task, tokensUsed, model, stopReason, usage, request, input } = checkpoint;
  const draft: CheckpointDraft = {
    turn: scene.turn,
    point: scene.point,
    task,
    messages,
    tokensUsed,
    edits,
    ...(model === undefined ? {} : { model }),
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(usage === undefined ? {} : { usage }),
    ...(request === undefined ? {} : { request }),
    ...(input === undefined ? {} : { input }),
    ...(scene.capture === null ? {} : { capture: scene.capture }),
  };
  return { messages, draft };
}

function captureToRestore({ target, restore, files }: MoveFacts): string | null {
  if (restore === 'conversation' || files.refused !== null) return null;
  return target.capture?.id ?? null;
}

function changesOf(
  body: PlanBody,
  settings: RequestSettings | null,
  decisions: Record<string, CallDecision>,
  draft: CheckpointDraft | null,
): MoveChanges {
  return {
    ...(body.say === undefined ? {} : { pendingInput: body.say }),
    ...(Object.keys(decisions).length === 0 ? {} : { decisions }),
    ...(settings === null ? {} : { settings }),
    ...(body.effects === undefined ? {} : { effects: body.effects }),
    ...(draft === null ? {} : { scene: draft }),
  };
}
