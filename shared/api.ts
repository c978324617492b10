import { z } from 'zod';
import { effectsModeSchema } from './branch.ts';
import { checkpointSchema } from './checkpoint.ts';
import { messagesDiffSchema } from './diffMessages.ts';
import { effectSchema } from './effect.ts';
import { nameSchema } from './name.ts';
import { problemSchema, runSummarySchema, sceneRowSchema } from './rows.ts';
import { runStateSchema } from './runEvent.ts';

/**
 * Every route of the server, once: the server mounts this table, the page calls through it, and a test walks it.
 * `query` and `body` are what a request brings, `reply` what it gets. Errors are `{ problem }` with a 4xx or 5xx.
 */
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
});
export type SceneReply = z.infer<typeof sceneReplySchema>;

/** What a run is started with: a task for a model, or a scenario, which needs no key. */
export const startBodySchema = z.object({
  run: nameSchema.optional(),
  task: z.string().min(1).max(100_000).optional(),
  scenario: nameSchema.optional(),
  model: z.string().min(1).max(200).optional(),
  effects: effectsModeSchema.optional(),
  maxTurns: z.int().positive().max(10_000).optional(),
  /** Pause between the turns of a scenario, for people who watch. */
  paceMs: z.int().min(0).max(60_000).optional(),
});
export type StartBody = z.infer<typeof startBodySchema>;

export const aboutSchema = z.object({
  version: z.string(),
  dataFolder: z.string(),
  hasKey: z.boolean(),
  defaultModel: z.string(),
  scenarios: z.array(z.object({ id: nameSchema, title: z.string(), task: z.string() })),
});
export type About = z.infer<typeof aboutSchema>;

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
    reply: runStateSchema,
  },
  getScene: {
    method: 'GET',
    path: '/api/runs/:run/scenes/:address',
    params: runParams.extend({ address: addressParam }),
    query: none,
    body: none,
    reply: sceneReplySchema,
  },
  getDiff: {
    method: 'GET',
    path: '/api/runs/:run/diff',
    params: runParams,
    query: z.object({ left: addressParam, right: addressParam }),
    body: none,
    reply: z.object({ left: sceneRowSchema, right: sceneRowSchema, diff: messagesDiffSchema }),
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
    reply: z.object({ stopped: z.array(z.string()) }),
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
 * `StreamedEvent`; `runs` says that the list changed; `refetch` says that the id it was resumed from is unknown.
 */
export const EVENTS_PATH = '/api/events';

export const problemReplySchema = z.object({ problem: problemSchema });
