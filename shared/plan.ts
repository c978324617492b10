import { z } from 'zod';
import { effectsModeSchema } from './branch.ts';
import { gitMoveSchema, restoreEntrySchema, restoreReportSchema } from './capture.ts';
import { thinkingSchema } from './checkpoint.ts';
import { callDecisionSchema, reconciliationSchema } from './decision.ts';
import { messageChangeSchema } from './diff/messagesDiff.ts';
import { legalityProblemSchema } from './legality.ts';
import { messageSchema } from './message.ts';
import { nameSchema } from './name.ts';
import { callRowSchema, effectRowSchema, problemSchema } from './rows.ts';

/** What a rewind or a fork puts back. `both` where files were captured and belong to the run, else `conversation`. */
export const restoreChoiceSchema = z.enum(['conversation', 'files', 'both']);
export type RestoreChoice = z.infer<typeof restoreChoiceSchema>;

/** What becomes of the calls that a scene A leaves without results. `drop`: the reply that named them is left out. */
export const pendingChoiceSchema = z.union([
  z.enum(['run', 'skip', 'drop']),
  z.record(z.string(), callDecisionSchema),
]);
export type PendingChoice = z.infer<typeof pendingChoiceSchema>;

/** A rewind or a fork, as a person asks for it. */
const moveBodyShape = {
  /** Address of the scene to go to or to fork from. */
  to: z.string().min(1).max(200),
  say: z.string().min(1).max(100_000).optional(),
  model: z.string().min(1).max(200).optional(),
  system: z.string().max(100_000).optional(),
  /** The API refuses a budget below 1024 tokens (Anthropic's page on extended thinking). */
  thinking: z
    .union([z.literal('adaptive'), z.object({ budgetTokens: z.int().min(1024).max(1_000_000) })])
    .nullable()
    .optional(),
  maxTokens: z.int().min(1).max(1_000_000).optional(),
  /** Names of the run's tools that the model is told of; the others cannot be called. */
  tools: z.array(z.string().min(1).max(200)).max(500).optional(),
  effects: effectsModeSchema.optional(),
  restore: restoreChoiceSchema.optional(),
  pending: pendingChoiceSchema.optional(),
  /** Paths of the plan that changed “not known by whom”, and that the person says the run changed: put back too. */
  claimed: z.array(z.string().min(1).max(4096)).max(10_000).optional(),
  /** Results in the scene that the person changed, by call id. */
  editedResults: z.record(z.string(), z.string()).optional(),
  /** Digest of the plan that the person saw; another state of the world is refused with `plan-changed`. */
  digest: z.string().optional(),
  /** Start the branch at once. */
  go: z.boolean().optional(),
  paceMs: z.int().min(0).max(60_000).optional(),
};
export const rewindBodySchema = z.object(moveBodyShape);
export type RewindBody = z.infer<typeof rewindBodySchema>;
export const forkBodySchema = z.object({ ...moveBodyShape, name: nameSchema });
export type ForkBody = z.infer<typeof forkBodySchema>;

/**
 * What the requests after a move are made with. `system` is null where it is the usual one; `tools` go along, of those
 * that are `known` to the run.
 */
export const plannedSettingsSchema = z.object({
  model: z.string().nullable(),
  system: z.string().nullable(),
  thinking: thinkingSchema.optional(),
  maxTokens: z.number(),
  tools: z.array(z.string()),
  known: z.array(z.string()),
});
export type PlannedSettings = z.infer<typeof plannedSettingsSchema>;

/**
 * What the settings of a move and its history make of each other. An `error` refuses the move; a `warning` is for the
 * person to weigh. `earlier`: where it would go well, and what the person said after that scene.
 */
export const preflightNoteSchema = z.object({
  severity: z.enum(['error', 'warning']),
  problem: problemSchema,
  earlier: z.object({ address: z.string(), say: z.string().nullable() }).nullable(),
});
export type PreflightNote = z.infer<typeof preflightNoteSchema>;

/** What a rewind or a fork would do, before anything is written. */
export const planSchema = z.object({
  action: z.enum(['rewind', 'fork']),
  branch: nameSchema,
  /** Address and id of the scene it goes to. */
  target: z.object({ address: z.string(), scene: z.string() }),
  digest: z.string(),
  messages: z.object({
    count: z.int(),
    /** What is new or otherwise than in the stored scene: the person's words and edits. */
    changes: z.array(messageChangeSchema),
    /** What the repaired copy that is sent has otherwise; the first of `repairCount`. */
    repair: z.array(messageChangeSchema),
    repairCount: z.int(),
    /** The last few that will be sent, the person's words included. */
    tail: z.array(messageSchema),
    problems: z.array(legalityProblemSchema),
    /** Whether a repaired copy will be sent. */
    isRepaired: z.boolean(),
  }),
  /** Turns that the branch leaves behind, still on the graph. */
  leftBehind: z.array(z.int()),
  files: z.object({
    restore: restoreChoiceSchema,
    /** Why files cannot be put back, or null. */
    refused: z.enum(['not-captured', 'capture-failed', 'no-workspace', 'foreign-root']).nullable(),
    entries: z.array(restoreEntrySchema),
    /** Bytes that a fork's own copy holds; null where nothing is copied. */
    copiedBytes: z.number().nullable(),
    /** The person's repository has moved on since those files were captured. Its HEAD stays where it is. */
    git: gitMoveSchema.optional(),
  }),
  /** What stays in the world whatever is rewound. */
  effects: z.array(effectRowSchema),
  cost: z.object({ tokensSpent: z.number(), nextRequestTokens: z.number() }),
  pending: z.array(callRowSchema),
  effectsMode: effectsModeSchema,
  settings: plannedSettingsSchema,
  preflight: z.array(preflightNoteSchema),
});
export type Plan = z.infer<typeof planSchema>;

/** What a rewind, an undo or a fork did, each part verified or said not to be. */
export const receiptSchema = z.object({
  action: z.enum(['rewind', 'undo', 'fork']),
  branch: nameSchema,
  /** Number of the move; null for a fork. */
  move: z.int().nullable(),
  head: z.string(),
  messages: z.object({ count: z.int(), verified: z.boolean() }),
  files: restoreReportSchema.nullable(),
  ledger: z.object({ rows: z.int(), verified: z.boolean() }),
  started: z.boolean(),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** What a resume would do, call by call. */
export const resumePlanSchema = z.object({
  branch: nameSchema,
  head: z.string(),
  calls: z.array(reconciliationSchema),
  /** Why it would come to rest again at once, with nothing run or asked; else null. */
  refused: problemSchema.nullable(),
  problems: z.array(legalityProblemSchema),
  nextRequestTokens: z.number(),
});
export type ResumePlan = z.infer<typeof resumePlanSchema>;
