import { z } from 'zod';
import { blockSchema, type Messages, messageSchema } from './message.ts';

/** A block on one or both sides. `changed` blocks are compared by words when they are looked at. */
export const blockDiffSchema = z.object({
  kind: z.enum(['same', 'added', 'removed', 'changed']),
  left: blockSchema.nullable(),
  right: blockSchema.nullable(),
});
export type BlockDiff = z.infer<typeof blockDiffSchema>;

/** A message on one or both sides, with the indices it has there. */
export const messageDiffSchema = z.object({
  kind: z.enum(['same', 'added', 'removed', 'changed']),
  leftIndex: z.int().nullable(),
  rightIndex: z.int().nullable(),
  left: messageSchema.nullable(),
  right: messageSchema.nullable(),
  /** Block by block, for `changed` messages only. */
  blocks: z.array(blockDiffSchema),
});
export type MessageDiff = z.infer<typeof messageDiffSchema>;

/** All messages in order; stretches that are the same carry only indices, not the messages. */
export const messagesDiffSchema = z.object({
  entries: z.array(messageDiffSchema),
  summary: z.object({ same: z.int(), added: z.int(), removed: z.int(), changed: z.int() }),
});
export type MessagesDiff = z.infer<typeof messagesDiffSchema>;

/** The diff of two `messages` arrays, aligned by content and call ids; `cache_control` marks are no change. */
export declare function diffMessages(left: Messages, right: Messages): MessagesDiff;
