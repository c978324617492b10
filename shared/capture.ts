import { z } from 'zod';

/** A path of the workspace that a capture does not hold, and why. Paths are relative, with `/`. */
export const notCapturedSchema = z.object({
  path: z.string(),
  why: z.enum([
    'too-large',
    'over-budget',
    'pipe',
    'socket',
    'device',
    'nested-repository',
    'unreadable',
    'ignored',
    'odd-name',
  ]),
});
export type NotCaptured = z.infer<typeof notCapturedSchema>;

/**
 * What a checkpoint says of the workspace's files at its save point. `partial`: some paths are not held, the rest can
 * be restored. `failed`: nothing can, and a restore is refused. The whole list lies below `captures/`.
 */
export const captureNoteSchema = z.looseObject({
  id: z.string().nullable(),
  state: z.enum(['ok', 'partial', 'failed']),
  /** The first few; `notCapturedCount` counts all. Ignored folders are listed, but do not make a capture partial. */
  notCaptured: z.array(notCapturedSchema),
  notCapturedCount: z.int(),
  /** Why it failed. */
  problem: z.looseObject({ code: z.string(), params: z.record(z.string(), z.unknown()) }).nullable(),
});
export type CaptureNote = z.infer<typeof captureNoteSchema>;

/** What happened to a file between two captures, or will by a restore. */
export const fileChangeSchema = z.object({
  path: z.string(),
  change: z.enum(['created', 'changed', 'deleted', 'mode', 'kind']),
  /** The text before and after where both are text of moderate size, for a diff; null otherwise. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type FileChange = z.infer<typeof fileChangeSchema>;

/** A restore, path by path. `conflict`: it changed behind the run's back and is left as it is. */
export const restoreEntrySchema = fileChangeSchema.extend({
  action: z.enum(['write', 'delete', 'mode', 'conflict', 'keep']),
  why: z.string().nullable(),
});
export type RestoreEntry = z.infer<typeof restoreEntrySchema>;

/** What a restore did, path by path. */
export const restoreReportSchema = z.object({
  /** The capture that was made of the present files first; an undo restores it. */
  before: z.string().nullable(),
  entries: z.array(
    z.object({
      path: z.string(),
      /** `not-copied`: of a fork, something that captures do not hold and that cannot be copied either. */
      result: z.enum(['written', 'deleted', 'mode-set', 'left-conflict', 'failed', 'same', 'not-copied']),
      detail: z.string().nullable(),
    }),
  ),
  verified: z.boolean(),
});
export type RestoreReport = z.infer<typeof restoreReportSchema>;
