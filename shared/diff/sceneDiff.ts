import { z } from 'zod';
import { nameSchema } from '../name.ts';
import { sceneRowSchema } from '../rows.ts';
import { messagesDiffSchema } from './messagesDiff.ts';
import { settingsDiffSchema } from './settingsDiff.ts';

/** One side in numbers, for the summary line. */
export const sideCountsSchema = z.object({
  messages: z.int(),
  /** Along the line up to the scene. */
  tokens: z.number(),
  /** Calls in `messages`. */
  calls: z.int(),
});
export type SideCounts = z.infer<typeof sideCountsSchema>;

/**
 * Differences that are no change and are told where nothing else differs: cache marks, another form of the same content
 * (a text in place of its one block, the order of keys), white space that was asked to be ignored.
 */
export const passedOverSchema = z.enum(['cache-marks', 'form', 'white-space']);
export type PassedOver = z.infer<typeof passedOverSchema>;

/** The diff of two scenes, of one run or of two. */
export const sceneDiffSchema = z.object({
  left: sceneRowSchema,
  right: sceneRowSchema,
  runs: z.object({ left: nameSchema, right: nameSchema }),
  /** Their addresses, as they are written. */
  addresses: z.object({ left: z.string(), right: z.string() }),
  counts: z.object({ left: sideCountsSchema, right: sideCountsSchema }),
  diff: messagesDiffSchema,
  settings: settingsDiffSchema,
  /** Empty where something differs. */
  passedOver: z.array(passedOverSchema),
});
export type SceneDiff = z.infer<typeof sceneDiffSchema>;
