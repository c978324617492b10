import { z } from 'zod';
import { nameSchema } from './name.ts';

export const RUN_VERSION = 1;

/** Limits of a run; null means none. */
export const limitsSchema = z.looseObject({
  turns: z.number().positive().nullable(),
  tokens: z.number().positive().nullable(),
  seconds: z.number().positive().nullable(),
  costUsd: z.number().positive().nullable(),
});
export type Limits = z.infer<typeof limitsSchema>;

/** `run.json`. */
export const runRecordSchema = z.looseObject({
  version: z.int(),
  id: nameSchema,
  title: z.string(),
  task: z.string(),
  created: z.string(),
  scenario: z.string().nullable(),
  /** A person's own folder, or null for a workspace that the run made itself. */
  workspace: z.string().nullable(),
  checks: z.array(z.string()),
  tools: z.array(z.string()),
  limits: limitsSchema,
});
export type RunRecord = z.infer<typeof runRecordSchema>;
