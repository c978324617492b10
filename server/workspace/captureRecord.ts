import { z } from 'zod';
import { nameSchema } from '../../shared/name.ts';
import { adoptionRecordSchema } from './adoptionRecord.ts';

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Where a person's own folder was, and which one: its path with links resolved, and its inode. */
export const rootSchema = z.object({ path: z.string(), ino: z.number() });
export type Root = z.infer<typeof rootSchema>;

/** A capture; its id is the digest of this record as it was written. */
export const captureRecordSchema = z.looseObject({
  version: z.literal(1),
  branch: nameSchema,
  /** The capture of the same workspace before it; a fork's first follows the one it was forked from. */
  parent: digestSchema.nullable(),
  /** One more than the parent's: the order of the captures of one workspace. */
  sequence: z.int().min(0),
  /** Null for a workspace below the run's own folder, which may move along with it. */
  root: rootSchema.nullable(),
  tree: digestSchema,
  rules: digestSchema,
  notCaptured: digestSchema,
  files: z.int(),
  sizeBytes: z.number(),
});
export type CaptureRecord = z.infer<typeof captureRecordSchema>;

export const captureIdPattern = /^[0-9a-f]{64}$/;

/** What is kept of a branch's workspace: `captures/branches/<branch>.json`. */
export const workspaceStateSchema = z.looseObject({
  version: z.literal(1),
  branch: nameSchema,
  root: rootSchema.nullable(),
  latest: digestSchema.nullable(),
  /** Of the latest capture. */
  sequence: z.int().min(-1),
  /** The capture that a fork's files came from, and the fork's own first one. */
  origin: z.object({ from: digestSchema, first: digestSchema }).nullable(),
  /** Captures before and after each restore: what changed between them, the run changed. */
  restores: z.array(z.tuple([digestSchema, digestSchema])),
  /** What was adopted here, the oldest first. */
  adoptions: z.array(adoptionRecordSchema).optional(),
});
export type WorkspaceState = z.infer<typeof workspaceStateSchema>;
