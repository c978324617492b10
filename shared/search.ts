import { z } from 'zod';
import { excerptSchema } from './searchText.ts';
import { textKindSchema } from './turnTexts.ts';

/** One place where a text was found: once, in the turn that added it, however many scenes hold it. */
export const hitSchema = z.object({
  /** The turn's id in the graph, and the scene in which the text is first held. */
  turn: z.string(),
  scene: z.string(),
  kind: textKindSchema,
  /** Of a call and its result. */
  callId: z.string().nullable(),
  tool: z.string().nullable(),
  excerpt: excerptSchema,
});
export type Hit = z.infer<typeof hitSchema>;

/** A stretch of the hits of a run, in the order of the graph. */
export const searchReplySchema = z.object({
  hits: z.array(hitSchema),
  /** Position of the first of them among all. */
  from: z.int(),
  total: z.int(),
  /** Turns with a hit. */
  turns: z.int(),
  /** There are more than anyone can look through: those behind `total` were not counted. */
  isCut: z.boolean(),
  /** Scenes that could not be read. */
  unread: z.int(),
});
export type SearchReply = z.infer<typeof searchReplySchema>;

/** Where a text first stood on the line of a scene. */
export const firstSeenReplySchema = z.object({
  /** Null where nothing on the line holds it. */
  hit: hitSchema.nullable(),
  /** Whether the whole text was found, or only its longest line. */
  isWhole: z.boolean(),
});
export type FirstSeenReply = z.infer<typeof firstSeenReplySchema>;
