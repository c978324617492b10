import { callsOfLastReply, type PairedCall } from '../../shared/calls.ts';
import type { Checkpoint } from '../../shared/checkpoint.ts';
import { digestOfValue } from '../../shared/digest.ts';
import type { Effect, JournalLine } from '../../shared/effect.ts';
import { textOfMessage } from '../../shared/message.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { toolClassFromName } from '../../shared/toolClass.ts';
import type { RunSource } from '../sources/runSource.ts';
import type { BranchStore, CheckpointDraft, RunStore } from '../store/runStore.ts';
import type { ImportPlan, PlannedBranch } from './planImport.ts';

/** Where a scene of the source lies in the new run. */
interface Copied {
  id: string;
  branch: string;
  row: SceneRow;
}

export interface CopyOptions {
  /** Called after each scene. */
  onProgress?: (done: number, total: number) => void;
  /** Writes the ledger and the journal of a branch at once; without it the store adds them row by row. */
  writeRecords?: (branch: string, effects: Effect[], journal: JournalLine[]) => Promise<void>;
}

/**
 * Copies what the plan names into an empty run, scene by scene: messages as they are, the ledger where the source
 * has one, and in the journal what is known of each call that may have changed something. A call whose end the source
 * does not know is journaled as started: it may have happened, and is never run again silently.
 * @returns how many scenes were saved
 */
export async function copyRun(
  source: RunSource,
  store: RunStore,
  plan: ImportPlan,
  options: CopyOptions = {},
): Promise<number> {
  const total = plan.branches.reduce((sum, { scenes }) => sum + scenes.length, 0);
  const copied = new Map<string, Copied>();
  for (const planned of plan.branches) {
    const branch = await branchFor(store, planned, copied);
    const journal = await copyScenes(source, branch, planned, copied, () => {
      options.onProgress?.(copied.size, total);
    });
    const effects = await effectsOf(source, planned, copied);
    await (options.writeRecords ?? recordsByStore(store))(planned.name, effects, journal);
    await keepWaiting(source, branch, planned);
  }
  return copied.size;
}

async function branchFor(
  store: RunStore,
  { name, from }: PlannedBranch,
  copied: ReadonlyMap<string, Copied>,
): Promise<BranchStore> {
  const origin = from && copied.get(from.id);
  if (!origin) return store.branch(name);
  return store.branch(origin.branch).forkFrom(origin.row.turn, name, { point: origin.row.point });
}

async function copyScenes(
  source: RunSource,
  branch: BranchStore,
  { scenes }: PlannedBranch,
  copied: Map<string, Copied>,
  onSaved: () => void,
): Promise<JournalLine[]> {
  const journal: JournalLine[] = [];
  let head = (await branch.loadLatest())?.row.id ?? null;
  for (const row of scenes) {
    const { checkpoint } = await source.scene(row.id);
    // Damaged since the rows were read: the next scene holds what it held and more.
    if (!checkpoint) continue;
    const saved = await branch.saveCheckpoint(draftOf(checkpoint, row), head);
    head = saved.row.id;
    copied.set(row.id, { id: head, branch: branch.name, row });
    journal.push(...journalOf(checkpoint, row, copied));
    onSaved();
  }
  return journal;
}

function draftOf(checkpoint: Checkpoint, row: SceneRow): CheckpointDraft {
  const { task, messages, tokensUsed, savedAt, begunAt, model, stopReason, usage, request, input } =
    checkpoint;
  return {
    turn: row.turn,
    point: row.point,
    task,
    messages,
    tokensUsed,
    ...(savedAt === undefined ? {} : { savedAt }),
    ...(begunAt === undefined ? {} : { begunAt }),
    ...(model === undefined ? {} : { model }),
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(usage === undefined ? {} : { usage }),
    ...(request === undefined ? {} : { request }),
    ...(input === undefined ? {} : { input }),
  };
}

/** At A a call counts as started, at B its result ends it. Calls that only read leave nothing to know. */
function journalOf(
  { messages }: Checkpoint,
  row: SceneRow,
  copied: ReadonlyMap<string, Copied>,
): JournalLine[] {
  if (row.turn === 0) return [];
  const scene = row.point === 'A' ? row.id : row.parent;
  const known = scene === null ? undefined : copied.get(scene);
  if (known?.row.point !== 'A' || known.row.turn !== row.turn) return [];
  const at = row.savedAt ?? '';
  return callsOfLastReply(messages).flatMap((paired, position): JournalLine[] => {
    const toolClass = toolClassFromName(paired.call.name);
    if (toolClass === 'read') return [];
    const place = { scene: known.id, callId: paired.call.id, position, at };
    if (row.point === 'B') return endedLine(paired, place);
    return [
      {
        event: 'open',
        ...place,
        turn: row.turn,
        name: paired.call.name,
        inputDigest: digestOfValue(paired.call.input),
        toolClass,
        target: null,
        process: { pid: 0, host: 'imported', startedAt: at },
        files: [],
      },
    ];
  });
}

function endedLine(
  { result }: PairedCall,
  place: { scene: string; callId: string; position: number; at: string },
): JournalLine[] {
  if (!result) return [];
  return [{ event: 'ended', ...place, ok: result.is_error !== true, result: result.content, durationMs: 0 }];
}

/** The source's ledger rows, pointing at the new scenes. Rows of scenes that stayed behind stay too. */
async function effectsOf(
  source: RunSource,
  { name }: PlannedBranch,
  copied: ReadonlyMap<string, Copied>,
): Promise<Effect[]> {
  const effects = await source.effects(name);
  return effects.flatMap(effect => {
    if (effect.scene === undefined) return [effect];
    const known = copied.get(effect.scene);
    return known ? [{ ...effect, scene: known.id }] : [];
  });
}

function recordsByStore(store: RunStore): NonNullable<CopyOptions['writeRecords']> {
  return async (name, effects, journal) => {
    const branch = store.branch(name);
    for (const effect of effects) await branch.saveEffect(effect);
    for (const line of journal) await branch.appendJournal(line);
  };
}

async function keepWaiting(
  source: RunSource,
  branch: BranchStore,
  { waiting }: PlannedBranch,
): Promise<void> {
  const head = await branch.loadLatest();
  const checkpoint = waiting && (await source.scene(waiting.id)).checkpoint;
  const last = checkpoint?.messages.at(-1);
  if (!head || !last) return;
  await branch.update({ pendingInput: { scene: head.row.id, text: textOfMessage(last) } });
}
