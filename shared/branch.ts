import { z } from 'zod';
import { requestSettingsSchema } from './checkpoint.ts';
import { pendingDecisionsSchema } from './decision.ts';
import { fanOutMarkSchema } from './fanOutMark.ts';
import { nameSchema } from './name.ts';

export const BRANCH_VERSION = 1;
export const MAIN = 'main';

/** What runs on a branch: everything, what a person lets through, or nothing outside its own copy. */
export const effectsModeSchema = z.enum(['live', 'ask', 'dry-run']);
export type EffectsMode = z.infer<typeof effectsModeSchema>;

/** Words of the person, and the scene after which they are said. */
export const pendingInputSchema = z.looseObject({ scene: z.string(), text: z.string() });

/** How a branch came to rest, bound to its scene: void once the head moves on. */
export const outcomeSchema = z.looseObject({
  scene: z.string(),
  state: z.enum(['done', 'stopped', 'failed', 'refused', 'context-full', 'invalid', 'limit']),
  problem: z.looseObject({ code: z.string(), params: z.record(z.string(), z.unknown()) }).nullable(),
  at: z.string(),
});
export type Outcome = z.infer<typeof outcomeSchema>;

/**
 * Who changed what between two captures of a person's own folder, where a turn was cut off there and others may have
 * worked in it since. Paths are relative, with `/`.
 */
export const attributionSchema = z.object({
  /** The run did. */
  known: z.array(z.string()),
  /** It is not known by whom. */
  doubtful: z.array(z.string()),
  /** Whether that is so of every other path too: a command ran, and what it changes nobody knows beforehand. */
  isRestDoubtful: z.boolean(),
});
export type Attribution = z.infer<typeof attributionSchema>;

/**
 * What the calls of a scene A made of the files until the branch came to rest there: two captures. Where both are one,
 * the files were looked at before the calls went on: what was changed until then is somebody else's.
 */
export const restCaptureSchema = z.looseObject({
  scene: z.string(),
  from: z.string(),
  capture: z.string(),
  /** How many of the scene's calls had been opened by then. */
  opened: z.int().optional(),
  /** Without it, everything is the run's. */
  attribution: attributionSchema.optional(),
});
export type RestCapture = z.infer<typeof restCaptureSchema>;

/**
 * What a rewind put something else in place of, for its undo. Settings and effects mode are there only where the
 * rewind set them.
 */
export const replacedSchema = z.looseObject({
  pendingInput: pendingInputSchema.nullable(),
  decisions: pendingDecisionsSchema.nullable(),
  outcome: outcomeSchema.nullable(),
  settings: requestSettingsSchema.optional(),
  effects: effectsModeSchema.optional(),
});
export type Replaced = z.infer<typeof replacedSchema>;

/** What a person changed together with a rewind. `scene`: an edited copy stands in place of the target. */
export const moveChangeSchema = z.enum(['pendingInput', 'decisions', 'settings', 'effects', 'scene']);

/** A rewind or an undo: head `left`, head `taken` (scene ids). Numbers are never used twice; an undo names its rewind. */
export const moveSchema = z.looseObject({
  number: z.int().positive(),
  kind: z.enum(['rewind', 'undo']),
  undoes: z.int().positive().optional(),
  left: z.string(),
  taken: z.string(),
  at: z.string(),
  why: z.string().optional(),
  changed: z.array(moveChangeSchema).optional(),
  /** What the workspace's files were before this move put others back: a capture, or null where none were touched. */
  filesBefore: z.string().nullable().optional(),
  /** The capture whose files this move puts in their place. */
  filesTaken: z.string().nullable().optional(),
  replaced: replacedSchema.optional(),
});
export type Move = z.infer<typeof moveSchema>;

/** The rewind that an undo would take back: the latest one not yet undone, or null. */
export function latestRewind(moves: readonly Move[]): Move | null {
  const undone = new Set(moves.map(move => move.undoes));
  return moves.findLast(move => move.kind === 'rewind' && !undone.has(move.number)) ?? null;
}

/** `branch.json`: one write of it is the commit point of every rewind and undo. */
export const branchRecordSchema = z.looseObject({
  version: z.int(),
  name: nameSchema,
  parent: nameSchema.nullable(),
  /** The scene (id) that a fork started from; null on `main`. */
  origin: z.string().nullable(),
  /** When a fork was made; missing on `main` and on forks of earlier versions. */
  created: z.string().optional(),
  moves: z.array(moveSchema),
  /** The head at the last write; it rolls forward to a child that no move has left. */
  head: z.string().nullable(),
  effects: effectsModeSchema,
  settings: requestSettingsSchema,
  /** Words of the person that the next request takes in; void once the head is not `scene`. */
  pendingInput: pendingInputSchema.nullable(),
  /** What the person decided about the calls that the head leaves open; void once the head is not its scene. */
  decisions: pendingDecisionsSchema.nullable().default(null),
  outcome: outcomeSchema.nullable(),
  /** Every rest at a scene A, in order; they stay true when the head moves away. */
  restCaptures: z.array(restCaptureSchema).optional(),
  /** The fan-out that it was made in, if any. */
  fanOut: fanOutMarkSchema.optional(),
});
export type BranchRecord = z.infer<typeof branchRecordSchema>;

/** `checkpoints` for main, `checkpoints-plan-b` for any other branch. */
export function branchFolderName(branch: string): string {
  return branch === MAIN ? 'checkpoints' : `checkpoints-${branch}`;
}

/** The branch whose folder this is, or null for a folder that holds none. */
export function branchFromFolderName(name: string): string | null {
  if (name === 'checkpoints') return MAIN;
  return name.startsWith('checkpoints-') && name.length > 12 ? name.slice(12) : null;
}
