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

/** The HEAD of a git repository. `ref`: the branch that it stands on, or null where it names a commit by itself. */
export const gitHeadSchema = z.object({ commit: z.string(), ref: z.string().nullable() });
export type GitHead = z.infer<typeof gitHeadSchema>;

/** A HEAD that is another than it was. `commitsAfter`: those made since, or null where they cannot be counted. */
export const gitMoveSchema = z.object({
  was: gitHeadSchema,
  is: gitHeadSchema,
  commitsAfter: z.int().nullable(),
});
export type GitMove = z.infer<typeof gitMoveSchema>;

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
  /** Of a turn that was taken up again: the capture from which its calls went on. Without it, that of the scene before. */
  since: z.string().optional(),
  /** Where a person's folder is the work tree of a git repository: the commit that its HEAD names, and the branch. */
  git: gitHeadSchema.optional(),
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
