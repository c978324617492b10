import { z } from 'zod';
import { blockSchema, messageSchema } from '../message.ts';

/**
 * How a message or a block of one stands on the two sides. What moved stands twice, at the place that it left and at the
 * one that it took; swapped sides swap the two.
 */
export const diffKindSchema = z.enum(['same', 'added', 'removed', 'changed', 'moved-away', 'moved-here']);
export type DiffKind = z.infer<typeof diffKindSchema>;

/**
 * A block on one or both sides, with the places it has in their messages. Of what moved both places are known, and the
 * block is on the side where it stands: `left` of `moved-away`, `right` of `moved-here`.
 * Words of `changed` blocks are compared when they are looked at.
 */
export const blockDiffSchema = z.object({
  kind: diffKindSchema,
  leftIndex: z.int().nullable(),
  rightIndex: z.int().nullable(),
  left: blockSchema.nullable(),
  right: blockSchema.nullable(),
});
export type BlockDiff = z.infer<typeof blockDiffSchema>;

/** A message on one or both sides, or a stretch of messages that are the same. */
export const messageDiffSchema = z.object({
  kind: diffKindSchema,
  /** Of a stretch its first; the others follow on both sides. Of what moved both are known. */
  leftIndex: z.int().nullable(),
  rightIndex: z.int().nullable(),
  /** How many messages: more than one only where they are `same`. */
  count: z.int().positive(),
  /** The message on each side where it stands here; null for `same`, and where it was left out (`leftOut`). */
  left: messageSchema.nullable(),
  right: messageSchema.nullable(),
  /** Block by block, for `changed` messages only. */
  blocks: z.array(blockDiffSchema),
  /** How many characters of JSON were not sent along; they are asked for with `getMessages`. Absent: none. */
  leftOut: z.int().positive().optional(),
});
export type MessageDiff = z.infer<typeof messageDiffSchema>;

/** A message that differs between two `messages` arrays: its place in both, and those of its blocks that differ. */
export const messageChangeSchema = messageDiffSchema
  .omit({ left: true, right: true, count: true, leftOut: true })
  .extend({ role: messageSchema.shape.role });
export type MessageChange = z.infer<typeof messageChangeSchema>;

/** Messages of each kind. `moved` counts each of them once. */
export const diffSummarySchema = z.object({
  same: z.int(),
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  moved: z.int(),
});
export type DiffSummary = z.infer<typeof diffSummarySchema>;

/** Everything in order: what only the left has stands where it stood there, what only the right has where it stands here. */
export const messagesDiffSchema = z.object({
  entries: z.array(messageDiffSchema),
  summary: diffSummarySchema,
});
export type MessagesDiff = z.infer<typeof messagesDiffSchema>;

/** Whether nothing differs. */
export function isEmptyDiff({ summary }: Pick<MessagesDiff, 'summary'>): boolean {
  return summary.added + summary.removed + summary.changed + summary.moved === 0;
}
