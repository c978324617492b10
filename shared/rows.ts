import { z } from 'zod';
import { effectsModeSchema, moveSchema, restCaptureSchema } from './branch.ts';
import { captureNoteSchema } from './capture.ts';
import { pointSchema } from './checkpoint.ts';
import { fanOutMarkSchema } from './fanOutMark.ts';
import { questionSchema } from './gate.ts';
import { usageSchema } from './message.ts';
import { toolClassSchema } from './toolClass.ts';

/**
 * Rows: the light form of a run. They hold what the graph, the list and the strip draw, never a payload; a whole
 * scene is fetched when it is looked at. Every source gives rows, whatever its format on disk.
 */
export const problemSchema = z.looseObject({ code: z.string(), params: z.record(z.string(), z.unknown()) });

export const callRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The key argument on one line: a path, a command, a recipient. */
  detail: z.string(),
  toolClass: toolClassSchema,
  state: z.enum(['answered', 'error', 'dangling']),
  /** The first line of the result. */
  result: z.string().nullable(),
});
export type CallRow = z.infer<typeof callRowSchema>;

/** Where a scene of a transcript came from. Lines count from 1. */
export const provenanceSchema = z.object({ file: z.string(), line: z.int() });

export const sceneFlagSchema = z.enum([
  'thinking',
  'truncated',
  'paused',
  'refused',
  'context-full',
  'compaction',
  'interrupted',
  'edited',
  'simulated',
  'not-captured',
  /** Its messages break a rule of the API. */
  'illegal',
]);
export type SceneFlag = z.infer<typeof sceneFlagSchema>;

export const sceneRowSchema = z.object({
  id: z.string(),
  branch: z.string(),
  turn: z.int(),
  point: pointSchema,
  parent: z.string().nullable(),
  /** The file below the run's folder; for transcripts the transcript's name. */
  file: z.string(),
  /** k of `superseded/<k>/` where the file lies, else null. Says where it lies, not what it is. */
  folderOfMove: z.int().nullable(),
  savedAt: z.string().nullable(),
  /** When the turn was begun, on the scene that first holds its reply; missing where nobody wrote it down. */
  begunAt: z.string().optional(),
  model: z.string().nullable(),
  stopReason: z.string().nullable(),
  usage: usageSchema.nullable(),
  /** Tokens along the line up to here. */
  tokensUsed: z.number(),
  messageCount: z.int(),
  /** First words of the reply; of the task in turn 0. */
  words: z.string(),
  /** First words that a person said in this turn, or null. */
  input: z.string().nullable(),
  calls: z.array(callRowSchema),
  flags: z.array(sceneFlagSchema),
  /** The workspace's files at this save point, or null where none were captured. */
  capture: captureNoteSchema.nullable(),
  /** Why this file cannot be read. A damaged row has no other content. */
  problem: problemSchema.nullable(),
  provenance: provenanceSchema.nullable(),
});
export type SceneRow = z.infer<typeof sceneRowSchema>;

/**
 * `fork`: a person started it; `main`: the first. Of transcripts also `discarded` (the dead side of a resume) and
 * `subagent` (a run inside a call).
 */
export const branchRowSchema = z.object({
  name: z.string(),
  kind: z.enum(['main', 'fork', 'discarded', 'subagent']),
  parent: z.string().nullable(),
  /** Scene id of the fork point (for a subagent the scene A of its call). */
  origin: z.string().nullable(),
  /** When it was forked, where that was written down. */
  created: z.string().nullable().optional(),
  /** The call that a subagent works for. */
  originCall: z.string().nullable(),
  /** The scene the branch goes on from, already rolled forward; null while it has none. */
  head: z.string().nullable(),
  moves: z.array(moveSchema),
  effects: effectsModeSchema,
  state: z.enum([
    'running',
    'waiting',
    'done',
    'stopped',
    'failed',
    'refused',
    'context-full',
    'invalid',
    'limit',
    'interrupted',
  ]),
  /** Why it came to rest, where that has a reason. */
  problem: problemSchema.nullable(),
  model: z.string().nullable(),
  /** Who is writing it, for people: "process 4711 on host". Null while nobody is. */
  owner: z.string().nullable(),
  /** What the run made of the files in turns that came to rest without a B, where there are any. */
  restCaptures: z.array(restCaptureSchema).optional(),
  /** The fan-out that it was made in, if any. */
  fanOut: fanOutMarkSchema.optional(),
});
export type BranchRow = z.infer<typeof branchRowSchema>;
export type BranchState = BranchRow['state'];

export const effectRowSchema = z.object({
  /** `branch/position in its ledger`: the ledger is append-only, so this never changes. */
  id: z.string(),
  branch: z.string(),
  callId: z.string(),
  name: z.string(),
  toolClass: toolClassSchema,
  detail: z.string(),
  target: z.string().nullable(),
  turn: z.int().nullable(),
  scene: z.string().nullable(),
  at: z.string().nullable(),
});
export type EffectRow = z.infer<typeof effectRowSchema>;

/** A call as the journal knows it. */
export const journalRowSchema = z.object({
  /** `branch/scene/position`. */
  id: z.string(),
  branch: z.string(),
  scene: z.string(),
  callId: z.string(),
  name: z.string(),
  state: z.enum(['open', 'ended']),
  ok: z.boolean().nullable(),
  openedAt: z.string(),
  durationMs: z.number().nullable(),
});
export type JournalRow = z.infer<typeof journalRowSchema>;

export const runInfoSchema = z.object({
  id: z.string(),
  title: z.string(),
  task: z.string(),
  kind: z.enum(['run', 'folder', 'transcript']),
  /** Where it lies on this machine. */
  path: z.string(),
  /** Opened from outside the data folder: nothing is written there by looking. */
  readOnly: z.boolean(),
  created: z.string().nullable(),
  scenario: z.string().nullable(),
});
export type RunInfo = z.infer<typeof runInfoSchema>;

/** Position in a run's stream of changes. Another epoch means: fetch again. */
export const cursorSchema = z.object({ epoch: z.string(), seq: z.int() });
export type Cursor = z.infer<typeof cursorSchema>;

/** All rows of one run. */
export const runRowsSchema = z.object({
  run: runInfoSchema,
  branches: z.array(branchRowSchema),
  scenes: z.array(sceneRowSchema),
  effects: z.array(effectRowSchema),
  journal: z.array(journalRowSchema),
  /** Questions at the gate that wait for the person, or whose answer has not been acted on yet. */
  questions: z.array(questionSchema),
  /** Problems that belong to no single scene: a ledger that cannot be parsed, a bad line, a missing parent. */
  problems: z.array(problemSchema),
});
export type RunRows = z.infer<typeof runRowsSchema>;

/** One line of the list of runs. */
export const runSummarySchema = runInfoSchema.extend({
  /** Still being read for the first time: state and counts say nothing yet. */
  isBeingRead: z.boolean(),
  state: branchRowSchema.shape.state,
  /** Those that are not archived. */
  branches: z.int(),
  archived: z.int().optional(),
  turns: z.int(),
  tokens: z.number(),
  changedAt: z.string().nullable(),
  problem: problemSchema.nullable(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;
