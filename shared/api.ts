import { z } from 'zod';
import {
  adoptBodySchema,
  adoptionPlanSchema,
  adoptionSchema,
  adoptionsReplySchema,
  patchReplySchema,
  undoAdoptionBodySchema,
  undoAdoptionPlanSchema,
} from './adoption.ts';
import { effectsModeSchema } from './branch.ts';
import { captureNoteSchema, fileChangeSchema, notCapturedSchema } from './capture.ts';
import { checkpointSchema } from './checkpoint.ts';
import { comparisonSchema, fileComparisonSchema } from './compare/comparison.ts';
import { sceneDiffSchema } from './diff/sceneDiff.ts';
import { effectSchema } from './effect.ts';
import { fanOutBodySchema, fanOutPlanSchema, fanOutReceiptSchema } from './fanOut.ts';
import { gateAnswerSchema, questionIdSchema } from './gate.ts';
import { remarksReplySchema } from './lookHere/remark.ts';
import { messagesSchema } from './message.ts';
import { nameSchema } from './name.ts';
import { noteChangeSchema, notesReplySchema } from './notes.ts';
import { forkBodySchema, planSchema, receiptSchema, resumePlanSchema, rewindBodySchema } from './plan.ts';
import { reportFormatSchema, reportReplySchema } from './report/reportRequest.ts';
import { problemSchema, runSummarySchema, sceneRowSchema } from './rows.ts';
import { firstSeenReplySchema, searchReplySchema } from './search.ts';
import { runOnWireSchema } from './wire/runOnWire.ts';

/** `params`, `query` and `body` are what a request brings, `reply` what it gets. */
interface RouteEntry {
  method: 'GET' | 'POST';
  path: string;
  params: z.ZodType;
  query: z.ZodType;
  body: z.ZodType;
  reply: z.ZodType;
}

const none = z.object({});
const runParams = z.object({ run: nameSchema });
const addressParam = z.string().min(1).max(200);
/** `[run/]address`. */
const runAddressParam = z.string().min(1).max(300);
const sidesParam = z.string().min(1).max(3000);
const adoptionParams = runParams.extend({ adoption: adoptionSchema.shape.id });
const branchParams = runParams.extend({ branch: nameSchema });
/** A place in `messages`, or a count of them, in a query. */
const messagePlace = z.string().regex(/^\d{1,7}$/);
const fanOutParams = runParams.extend({ fanOut: z.string().regex(/^[0-9a-f]{1,64}$/) });
const pathBody = z.object({ path: z.string().min(1).max(4096) });
const runReply = z.object({ run: nameSchema });

/** One scene whole, with its row. `checkpoint` is null where the file is damaged; `raw` then holds its first part. */
export const sceneReplySchema = z.object({
  row: sceneRowSchema,
  address: z.string(),
  checkpoint: checkpointSchema.nullable(),
  /** Index of the first message that this turn added. */
  newFrom: z.int(),
  /** Where each message of a transcript came from, by index; empty for checkpoints. */
  lines: z.array(z.int()),
  effects: z.array(effectSchema),
  raw: z.string().nullable(),
  /** Characters of long parts that were left out of the messages before the turn's own; absent where they are whole. */
  leftOut: z.int().optional(),
});
export type SceneReply = z.infer<typeof sceneReplySchema>;

/** What a run is started with: a task for a model, or a scenario, which needs no key. */
export const startBodySchema = z.object({
  run: nameSchema.optional(),
  task: z.string().min(1).max(100_000).optional(),
  scenario: nameSchema.optional(),
  model: z.string().min(1).max(200).optional(),
  effects: effectsModeSchema.optional(),
  /** A folder of the person's own to work in; without one the run makes its own. */
  workspace: z.string().min(1).max(4096).optional(),
  /** Command lines that the person declares harmless. */
  checks: z.array(z.string().min(1).max(10_000)).max(100).optional(),
  maxTurns: z.int().positive().max(10_000).optional(),
  /** Pause between the turns of a scenario, for people who watch. */
  paceMs: z.int().min(0).max(60_000).optional(),
});
export type StartBody = z.infer<typeof startBodySchema>;

/** What a plan is asked for: a rewind of this branch, or a fork from a scene of it. */
const planBodySchema = z.discriminatedUnion('action', [
  rewindBodySchema.extend({ action: z.literal('rewind'), branch: nameSchema }),
  forkBodySchema.extend({ action: z.literal('fork'), branch: nameSchema }),
]);
export type PlanBody = z.infer<typeof planBodySchema>;

/** `say`: the person's words that the next request takes in. `decide`: of calls of unknown end, by call id. */
const resumeBodySchema = z.object({
  say: z.string().min(1).max(100_000).optional(),
  decide: z.record(z.string(), z.enum(['did', 'run'])).optional(),
  paceMs: z.int().min(0).max(60_000).optional(),
});
export type ResumeBody = z.infer<typeof resumeBodySchema>;

/** `standing`: yes to this tool for the rest of the branch. */
const answerBodySchema = z.object({
  kind: gateAnswerSchema.shape.kind,
  input: z.record(z.string(), z.unknown()).optional(),
  why: z.string().max(10_000).optional(),
  standing: z.boolean().optional(),
  paceMs: z.int().min(0).max(60_000).optional(),
});
export type AnswerBody = z.infer<typeof answerBodySchema>;

/** Where a run of a scenario dies as if it were killed: at the n-th passing of a label. */
const crashBodySchema = z.object({ label: z.string().min(1).max(40), n: z.int().min(1).max(10_000) });

/** Acting on a transcript imports it first: replies name the run that was acted on. */
const runReceiptSchema = receiptSchema.extend({ run: nameSchema });
export type RunReceipt = z.infer<typeof runReceiptSchema>;

export const aboutSchema = z.object({
  version: z.string(),
  dataFolder: z.string(),
  hasKey: z.boolean(),
  defaultModel: z.string(),
  scenarios: z.array(z.object({ id: nameSchema, title: z.string(), task: z.string() })),
});
export type About = z.infer<typeof aboutSchema>;

/**
 * Every route of the server, once: the server mounts this table, the page calls through it, and a test walks it.
 * Errors are `{ problem }` with a 4xx or 5xx.
 */
export const routes = {
  about: { method: 'GET', path: '/api/about', params: none, query: none, body: none, reply: aboutSchema },
  listRuns: {
    method: 'GET',
    path: '/api/runs',
    params: none,
    query: none,
    body: none,
    reply: z.object({ runs: z.array(runSummarySchema) }),
  },
  getRun: {
    method: 'GET',
    path: '/api/runs/:run',
    params: runParams,
    query: none,
    body: none,
    /** All rows, in the form that `runFromWire` reads. */
    reply: runOnWireSchema,
  },
  getScene: {
    method: 'GET',
    path: '/api/runs/:run/scenes/:address',
    params: runParams.extend({ address: addressParam }),
    /** Without `whole`, long parts of earlier messages are left out of a large scene. */
    query: z.object({ whole: z.literal('on').optional() }),
    body: none,
    reply: sceneReplySchema,
  },
  getDiff: {
    method: 'GET',
    path: '/api/runs/:run/diff',
    params: runParams,
    /** `rightRun`: the run of the right scene, where it is another. `space`: white space is no change. */
    query: z.object({
      left: addressParam,
      right: addressParam,
      rightRun: nameSchema.optional(),
      space: z.literal('ignore').optional(),
    }),
    body: none,
    /** Of a very large diff some messages are left out (`leftOut`). */
    reply: sceneDiffSchema,
  },
  /** Messages of a scene as they are stored, from an index on: as many as were asked for and are not too much at once. */
  getMessages: {
    method: 'GET',
    path: '/api/runs/:run/scenes/:address/messages',
    params: runParams.extend({ address: addressParam }),
    query: z.object({ from: messagePlace, count: messagePlace }),
    body: none,
    reply: z.object({ from: z.int(), messages: messagesSchema }),
  },
  /** Branches or scenes from their common ancestor; `sides` as `parseSides` reads them. */
  compare: {
    method: 'GET',
    path: '/api/runs/:run/compare',
    params: runParams,
    query: z.object({ sides: sidesParam }),
    body: none,
    reply: comparisonSchema,
  },
  /** One file in the final files of each side. `path` is relative, with `/`. */
  compareFile: {
    method: 'GET',
    path: '/api/runs/:run/compare/file',
    params: runParams,
    query: z.object({ sides: sidesParam, path: z.string().min(1).max(4096) }),
    body: none,
    reply: fileComparisonSchema,
  },
  /** A comparison (`sides`) or a diff (`left`, `right`) as a file to give away; `parts` as `partsFromText` reads them. */
  report: {
    method: 'GET',
    path: '/api/runs/:run/report',
    params: runParams,
    query: z.object({
      sides: sidesParam.optional(),
      left: runAddressParam.optional(),
      right: runAddressParam.optional(),
      parts: z.string().min(1).max(200).optional(),
      format: reportFormatSchema,
    }),
    body: none,
    reply: reportReplySchema,
  },
  startRun: {
    method: 'POST',
    path: '/api/runs',
    params: none,
    query: none,
    body: startBodySchema,
    reply: runReply,
  },
  stopRun: {
    method: 'POST',
    path: '/api/runs/:run/stop',
    params: runParams,
    query: none,
    body: z.object({ branch: nameSchema.optional() }),
    /** The branches that ran, and those that only waited for their turn. */
    reply: z.object({ stopped: z.array(z.string()), dropped: z.array(z.string()) }),
  },
  planMove: {
    method: 'POST',
    path: '/api/runs/:run/plan',
    params: runParams,
    query: none,
    body: planBodySchema,
    reply: planSchema,
  },
  rewind: {
    method: 'POST',
    path: '/api/runs/:run/branches/:branch/rewind',
    params: branchParams,
    query: none,
    body: rewindBodySchema,
    reply: runReceiptSchema,
  },
  fork: {
    method: 'POST',
    path: '/api/runs/:run/branches/:branch/fork',
    params: branchParams,
    query: none,
    body: forkBodySchema,
    reply: runReceiptSchema,
  },
  planFanOut: {
    method: 'POST',
    path: '/api/runs/:run/branches/:branch/fan-out/plan',
    params: branchParams,
    query: none,
    body: fanOutBodySchema,
    reply: fanOutPlanSchema,
  },
  fanOut: {
    method: 'POST',
    path: '/api/runs/:run/branches/:branch/fan-out',
    params: branchParams,
    query: none,
    body: fanOutBodySchema,
    reply: fanOutReceiptSchema,
  },
  /** Which branches of fan-outs wait for their turn; everything else about a fan-out is in the rows. */
  getFanOuts: {
    method: 'GET',
    path: '/api/runs/:run/fan-outs',
    params: runParams,
    query: none,
    body: none,
    reply: z.object({ waiting: z.array(nameSchema) }),
  },
  stopFanOut: {
    method: 'POST',
    path: '/api/runs/:run/fan-outs/:fanOut/stop',
    params: fanOutParams,
    query: none,
    body: none,
    reply: z.object({ stopped: z.array(nameSchema), dropped: z.array(nameSchema) }),
  },
  startRest: {
    method: 'POST',
    path: '/api/runs/:run/fan-outs/:fanOut/start',
    params: fanOutParams,
    query: none,
    body: z.object({ paceMs: z.int().min(0).max(60_000).optional() }),
    reply: z.object({ branches: z.array(nameSchema) }),
  },
  undo: {
    method: 'POST',
    path: '/api/runs/:run/branches/:branch/undo',
    params: branchParams,
    query: none,
    body: none,
    reply: runReceiptSchema,
  },
  planResume: {
    method: 'GET',
    path: '/api/runs/:run/branches/:branch/resume',
    params: branchParams,
    query: none,
    body: none,
    reply: resumePlanSchema,
  },
  resume: {
    method: 'POST',
    path: '/api/runs/:run/branches/:branch/resume',
    params: branchParams,
    query: none,
    body: resumeBodySchema,
    reply: z.object({ started: z.literal(true), run: nameSchema }),
  },
  answer: {
    method: 'POST',
    path: '/api/runs/:run/questions/:question/answer',
    params: runParams.extend({ question: questionIdSchema }),
    query: none,
    body: answerBodySchema,
    /** Whether the branch goes on; not while another question of the same turn is open. */
    reply: z.object({ started: z.boolean() }),
  },
  armCrash: {
    method: 'POST',
    path: '/api/runs/:run/crash',
    params: runParams,
    query: none,
    body: crashBodySchema,
    reply: z.object({ armed: z.literal(true) }),
  },
  getFiles: {
    method: 'GET',
    path: '/api/runs/:run/scenes/:address/files',
    params: runParams.extend({ address: addressParam }),
    query: none,
    body: none,
    /** What the scene's turn changed in the workspace. */
    reply: z.object({
      capture: captureNoteSchema.nullable(),
      changes: z.array(fileChangeSchema),
      /** All that the capture does not hold; the note names the first few. */
      notCaptured: z.array(notCapturedSchema),
      /** What all captures of the run take from the disk. */
      capturesBytes: z.number(),
    }),
  },
  /** The file of a scene as it lies on the disk; of a transcript the lines that its turn came from. */
  getSceneFile: {
    method: 'GET',
    path: '/api/runs/:run/scenes/:address/file',
    params: runParams.extend({ address: addressParam }),
    query: none,
    body: none,
    reply: z.object({
      path: z.string(),
      sizeBytes: z.int(),
      parts: z.array(
        z.object({
          /** From 1; null for a file that is given from its start. */
          line: z.int().nullable(),
          text: z.string(),
          leftOutBytes: z.int(),
        }),
      ),
    }),
  },
  /** Everything that the model saw or said, on every branch. Switches are on where they are there. */
  search: {
    method: 'GET',
    path: '/api/runs/:run/search',
    params: runParams,
    query: z.object({
      text: z.string().min(1).max(1000),
      case: z.literal('on').optional(),
      word: z.literal('on').optional(),
      pattern: z.literal('on').optional(),
      from: z
        .string()
        .regex(/^\d{1,7}$/)
        .optional(),
    }),
    body: none,
    reply: searchReplySchema,
  },
  /** Turns that are worth a look; of a large run those of its first turns, unless `all` is there. */
  getRemarks: {
    method: 'GET',
    path: '/api/runs/:run/remarks',
    params: runParams,
    query: z.object({ all: z.literal('on').optional() }),
    body: none,
    reply: remarksReplySchema,
  },
  /** Where a text first stood on the line that leads to a scene. */
  firstSeen: {
    method: 'GET',
    path: '/api/runs/:run/scenes/:address/first-seen',
    params: runParams.extend({ address: addressParam }),
    query: z.object({ text: z.string().min(1).max(1000) }),
    body: none,
    reply: firstSeenReplySchema,
  },
  /** Bookmarks, notes and verdicts. */
  getNotes: {
    method: 'GET',
    path: '/api/runs/:run/notes',
    params: runParams,
    query: none,
    body: none,
    reply: notesReplySchema,
  },
  /** All changes or none; the reply is how the notes are then. */
  changeNotes: {
    method: 'POST',
    path: '/api/runs/:run/notes',
    params: runParams,
    query: none,
    body: z.object({ changes: z.array(noteChangeSchema).min(1).max(1000) }),
    reply: notesReplySchema,
  },
  /** What was adopted from branches of a run, and where it went. */
  getAdoptions: {
    method: 'GET',
    path: '/api/runs/:run/adoptions',
    params: runParams,
    query: none,
    body: none,
    reply: adoptionsReplySchema,
  },
  /** What adopting a branch would do. Writes nothing. */
  planAdoption: {
    method: 'POST',
    path: '/api/runs/:run/adoptions/plan',
    params: runParams,
    query: none,
    body: adoptBodySchema.omit({ digest: true }),
    reply: adoptionPlanSchema,
  },
  adopt: {
    method: 'POST',
    path: '/api/runs/:run/adoptions',
    params: runParams,
    query: none,
    body: adoptBodySchema,
    reply: adoptionSchema,
  },
  /** Finishes what was cut short where files were to go. */
  finishAdoption: {
    method: 'POST',
    path: '/api/runs/:run/adoptions/finish',
    params: runParams,
    query: none,
    body: adoptBodySchema.pick({ into: true }),
    reply: adoptionsReplySchema,
  },
  /** What undoing an adoption would do. Writes nothing. */
  planUndoAdoption: {
    method: 'POST',
    path: '/api/runs/:run/adoptions/:adoption/plan',
    params: adoptionParams,
    query: none,
    body: undoAdoptionBodySchema.omit({ digest: true }),
    reply: undoAdoptionPlanSchema,
  },
  undoAdoption: {
    method: 'POST',
    path: '/api/runs/:run/adoptions/:adoption/undo',
    params: adoptionParams,
    query: none,
    body: undoAdoptionBodySchema,
    reply: adoptionSchema,
  },
  /** What a side (`shared/compare/side`) changed since the scene that it and branch `against` come from; without one, since the run began. */
  getPatch: {
    method: 'GET',
    path: '/api/runs/:run/patch',
    params: runParams,
    query: z.object({ side: z.string().min(1).max(300), against: nameSchema.optional() }),
    body: none,
    reply: patchReplySchema,
  },
  openPath: { method: 'POST', path: '/api/open', params: none, query: none, body: pathBody, reply: runReply },
  importPath: {
    method: 'POST',
    path: '/api/import',
    params: none,
    query: none,
    body: pathBody,
    reply: runReply,
  },
} as const satisfies Record<string, RouteEntry>;

export type RouteName = keyof typeof routes;
export type ParamsOf<R extends RouteName> = z.infer<(typeof routes)[R]['params']>;
export type QueryOf<R extends RouteName> = z.infer<(typeof routes)[R]['query']>;
export type BodyOf<R extends RouteName> = z.infer<(typeof routes)[R]['body']>;
export type ReplyOf<R extends RouteName> = z.infer<(typeof routes)[R]['reply']>;

/**
 * The event stream beside the table: `GET /api/events`, server-sent events of all runs. `message` events carry a
 * `StreamedEvent`; `runs` says that the list changed, `notes` that those of a run did (`{ run }`), `fan-outs` that other branches of it wait for their turn; `reading`, how far a run that
 * somebody waits for has been read (a `RunReading`, without an id: it is soon past), `importing`, how far the copy of one is (a `RunImport`, likewise); `refetch` says that the id it was resumed from is unknown.
 */
export const EVENTS_PATH = '/api/events';

export const problemReplySchema = z.object({ problem: problemSchema });
