import { z } from 'zod';
import { questionSchema } from './gate.ts';
import {
  branchRowSchema,
  cursorSchema,
  effectRowSchema,
  journalRowSchema,
  problemSchema,
  type RunRows,
  runInfoSchema,
  runRowsSchema,
  sceneRowSchema,
} from './rows.ts';

/** What the model is writing right now: shown at once, replaced or withdrawn by the saved scene. */
export const draftSchema = z.object({
  branch: z.string(),
  /** The scene that the reply answers. */
  parent: z.string(),
  turn: z.int(),
  thinking: z.string(),
  text: z.string(),
  calls: z.array(z.object({ id: z.string(), name: z.string(), partialInput: z.string() })),
  /** Set while a retry is waited for. */
  wait: z.object({ untilMs: z.number(), attempt: z.int(), problem: problemSchema }).nullable(),
});
export type Draft = z.infer<typeof draftSchema>;

/** One change of one run. Events come from the store; only drafts come from the loop, since nothing stores them. */
export const runEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run-changed'), run: runInfoSchema }),
  z.object({ type: z.literal('scene-added'), scene: sceneRowSchema }),
  z.object({ type: z.literal('scene-changed'), scene: sceneRowSchema }),
  z.object({ type: z.literal('scene-removed'), branch: z.string(), id: z.string() }),
  z.object({ type: z.literal('branch-changed'), branch: branchRowSchema }),
  z.object({ type: z.literal('branch-removed'), name: z.string() }),
  z.object({ type: z.literal('effect-added'), effect: effectRowSchema }),
  z.object({ type: z.literal('journal-changed'), call: journalRowSchema }),
  z.object({ type: z.literal('questions-changed'), questions: z.array(questionSchema) }),
  z.object({ type: z.literal('problems-changed'), problems: z.array(problemSchema) }),
  z.object({ type: z.literal('draft-changed'), draft: draftSchema }),
  z.object({ type: z.literal('draft-withdrawn'), branch: z.string() }),
]);
export type RunEvent = z.infer<typeof runEventSchema>;

/** An event on the wire. `seq` counts per run within an epoch, without gaps. */
export const streamedEventSchema = z.object({ run: z.string(), cursor: cursorSchema, event: runEventSchema });
export type StreamedEvent = z.infer<typeof streamedEventSchema>;

/** A run as a page holds it: rows, drafts, and how far it has followed the stream. */
export const runStateSchema = runRowsSchema.extend({ drafts: z.array(draftSchema), cursor: cursorSchema });
export type RunState = z.infer<typeof runStateSchema>;

/** What `applyEvents` could do with a batch. `stale`: there is a gap or another epoch, fetch the run again. */
export type Applied = { state: RunState; stale: boolean };

/**
 * The one reducer of a run's state: rows fetched and events that arrived live end in the same state. Events that
 * the state already holds are dropped; after a gap or in another epoch the state is left and marked stale.
 * Rows that did not change keep their identity.
 */
export function applyEvents(state: RunState, streamed: readonly StreamedEvent[]): Applied {
  let next = state;
  for (const { run, cursor, event } of streamed) {
    if (run !== state.run.id) continue;
    if (cursor.epoch !== next.cursor.epoch) return { state, stale: true };
    if (cursor.seq <= next.cursor.seq) continue;
    if (cursor.seq !== next.cursor.seq + 1) return { state, stale: true };
    next = { ...reduceRun(next, event), cursor };
  }
  return { state: next, stale: false };
}

function reduceRun(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'run-changed':
      return { ...state, run: event.run };
    case 'scene-added':
    case 'scene-changed':
      return { ...state, scenes: upserted(state.scenes, event.scene, row => isSameScene(row, event.scene)) };
    case 'scene-removed':
      return { ...state, scenes: state.scenes.filter(row => !isSameScene(row, event)) };
    case 'branch-changed':
      return {
        ...state,
        branches: upserted(state.branches, event.branch, row => row.name === event.branch.name),
      };
    case 'branch-removed':
      return { ...state, branches: state.branches.filter(row => row.name !== event.name) };
    case 'effect-added':
      return { ...state, effects: upserted(state.effects, event.effect, row => row.id === event.effect.id) };
    case 'journal-changed':
      return { ...state, journal: upserted(state.journal, event.call, row => row.id === event.call.id) };
    case 'questions-changed':
      return { ...state, questions: event.questions };
    case 'problems-changed':
      return { ...state, problems: event.problems };
    case 'draft-changed':
      return {
        ...state,
        drafts: upserted(state.drafts, event.draft, draft => draft.branch === event.draft.branch),
      };
    case 'draft-withdrawn':
      return { ...state, drafts: state.drafts.filter(draft => draft.branch !== event.branch) };
  }
}

/** A fork holds a copy of the scene it started from, under the same id. */
function isSameScene(x: { branch: string; id: string }, y: { branch: string; id: string }): boolean {
  return x.id === y.id && x.branch === y.branch;
}

/** Changes mostly touch the newest rows, so the search runs from the end. */
function upserted<T>(rows: readonly T[], row: T, isSame: (other: T) => boolean): T[] {
  const index = rows.findLastIndex(isSame);
  return index < 0 ? [...rows, row] : rows.with(index, row);
}

/** The events that lead from one set of rows to another: how changes on disk become a stream. */
export function eventsBetween(before: RunRows, after: RunRows): RunEvent[] {
  const events: RunEvent[] = [];
  if (!isSameJson(before.run, after.run)) events.push({ type: 'run-changed', run: after.run });

  const scenes = compareRows(before.scenes, after.scenes, row => `${row.branch}/${row.id}`);
  for (const scene of scenes.added) events.push({ type: 'scene-added', scene });
  for (const scene of scenes.changed) events.push({ type: 'scene-changed', scene });
  for (const effect of compareRows(before.effects, after.effects, row => row.id).added) {
    events.push({ type: 'effect-added', effect });
  }
  const journal = compareRows(before.journal, after.journal, row => row.id);
  for (const call of [...journal.added, ...journal.changed]) events.push({ type: 'journal-changed', call });

  const branches = compareRows(before.branches, after.branches, row => row.name);
  for (const branch of [...branches.added, ...branches.changed])
    events.push({ type: 'branch-changed', branch });
  for (const row of branches.removed) events.push({ type: 'branch-removed', name: row.name });
  for (const row of scenes.removed) {
    events.push({ type: 'scene-removed', branch: row.branch, id: row.id });
  }

  if (!isSameJson(before.questions, after.questions)) {
    events.push({ type: 'questions-changed', questions: after.questions });
  }
  if (!isSameJson(before.problems, after.problems)) {
    events.push({ type: 'problems-changed', problems: after.problems });
  }
  return events;
}

function compareRows<T>(before: readonly T[], after: readonly T[], keyOf: (row: T) => string) {
  const old = new Map(before.map(row => [keyOf(row), row]));
  const added: T[] = [];
  const changed: T[] = [];
  for (const row of after) {
    const previous = old.get(keyOf(row));
    if (previous === undefined) added.push(row);
    else if (previous !== row && !isSameJson(previous, row)) changed.push(row);
    old.delete(keyOf(row));
  }
  return { added, changed, removed: [...old.values()] };
}

function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
