import { z } from 'zod';

/**
 * In `branch.json`: the fan-out that a branch was made in, its place among the branches that were asked for (from 1),
 * and how many of them may run at once. All branches of one fan-out say the same, but for their place.
 */
export const fanOutMarkSchema = z.looseObject({
  id: z.string(),
  place: z.int().positive(),
  of: z.int().positive(),
  atOnce: z.int().positive(),
});
export type FanOutMark = z.infer<typeof fanOutMarkSchema>;
