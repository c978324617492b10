import { z } from 'zod';
import { notCapturedSchema, restoreEntrySchema, restoreReportSchema } from './capture.ts';
import { nameSchema } from './name.ts';
import { problemSchema } from './rows.ts';

/**
 * To adopt a branch: its files go into the workspace of another branch of the run, or into a folder of the person's own.
 * Written are the paths that either side changed since the scene both come from; a path that changed behind the run's back
 * since then is a conflict, and is left as it is unless the person takes it by name. Every adoption can be undone.
 */
const adoptionTargetSchema = z.union([
  z.strictObject({ branch: nameSchema }),
  z.strictObject({ folder: z.string().min(1).max(4096) }),
]);
export type AdoptionTarget = z.infer<typeof adoptionTargetSchema>;

const sideText = z.string().min(1).max(300);
const pathText = z.string().min(1).max(4096);
/** Conflicts, by path, that the person wants to be written over. */
const takenPaths = z.array(pathText).max(10_000);

export const adoptBodySchema = z.object({
  /** What is adopted: a branch, or the scene at an address (`shared/compare/side`). */
  side: sideText,
  into: adoptionTargetSchema,
  take: takenPaths.optional(),
  /** Digest of the plan that the person saw; another state of the world is refused with `adoption-changed`. */
  digest: z.string().max(200).optional(),
});
export type AdoptBody = z.infer<typeof adoptBodySchema>;

export const undoAdoptionBodySchema = adoptBodySchema.pick({ take: true, digest: true });
export type UndoAdoptionBody = z.infer<typeof undoAdoptionBodySchema>;

/** The scene that files came from. */
const adoptedSceneSchema = z.object({ branch: z.string(), address: z.string(), scene: z.string() });

/** Where files go: `branch` is null for a folder that no branch of the run works in. */
const adoptionPlaceSchema = z.object({ branch: nameSchema.nullable(), folder: z.string() });
export type AdoptionPlace = z.infer<typeof adoptionPlaceSchema>;

/** What would happen to a path. Of long texts `before` and `after` hold only a stretch; `leftOut` counts the other characters. */
const adoptionEntrySchema = restoreEntrySchema.extend({ leftOut: z.int().optional() });
export type AdoptionEntry = z.infer<typeof adoptionEntrySchema>;

/** What an adoption would do. */
export const adoptionPlanSchema = z.object({
  digest: z.string(),
  from: adoptedSceneSchema,
  into: adoptionPlaceSchema,
  /** Address of the scene that both sides come from; null where their files have nothing in common. */
  since: z.string().nullable(),
  entries: z.array(adoptionEntrySchema),
  /** What the adopted scene does not hold, and so cannot come along. */
  notComing: z.array(notCapturedSchema),
  /** Paths in the branch's workspace that changed after its last save point: the adopted scene has them as before. */
  changedAfter: z.array(z.string()),
});
export type AdoptionPlan = z.infer<typeof adoptionPlanSchema>;

/** What an undo would do: `conflict` where a path changed since it was adopted. */
export const undoAdoptionPlanSchema = adoptionPlanSchema.pick({ digest: true, entries: true });
export type UndoAdoptionPlan = z.infer<typeof undoAdoptionPlanSchema>;

const doneSchema = z.object({
  at: z.string(),
  /** The user of this machine who did it, where that is known. */
  by: z.string().nullable(),
  entries: restoreReportSchema.shape.entries,
  verified: z.boolean(),
});

/** An adoption that was done. Of several undos, `undone` tells what became of each path in the end. */
export const adoptionSchema = doneSchema.extend({
  id: z.string().regex(/^[0-9a-f]{12}$/),
  from: adoptedSceneSchema,
  into: adoptionPlaceSchema,
  undone: doneSchema.nullable(),
  /** It, or its undo, was cut short: the next act on those files finishes it. */
  isUnfinished: z.boolean(),
});
export type Adoption = z.infer<typeof adoptionSchema>;

/** Paths that an adoption, or its undo, left as they are: somebody changed them, or the disk refused. */
export function leftPaths(entries: Adoption['entries']): string[] {
  return entries.flatMap(({ path, result }) =>
    result === 'left-conflict' || result === 'failed' ? [path] : [],
  );
}

/** The newest first. */
export const adoptionsReplySchema = z.object({
  adoptions: z.array(adoptionSchema),
  /** What cannot be read: adoptions may be missing from the list, and cannot be undone. */
  problems: z.array(problemSchema),
  /** The folder of the person's own that the run was started on, or null. */
  ownFolder: z.string().nullable(),
});
export type AdoptionsReply = z.infer<typeof adoptionsReplySchema>;

/** The difference between two scenes' files, as `git apply` takes it. */
export const patchReplySchema = z.object({
  /** Null where the files do not differ. */
  text: z.string().nullable(),
  /** A name for the file. */
  name: z.string(),
  since: z.string().nullable(),
  from: adoptedSceneSchema,
  files: z.int(),
  /** What differs and cannot stand in a patch, with the reason. */
  leftOut: z.array(
    z.object({
      path: z.string(),
      why: z.enum(['empty-folder', 'folder-mode', 'mode', 'too-large', 'not-captured']),
    }),
  ),
});
export type PatchReply = z.infer<typeof patchReplySchema>;
