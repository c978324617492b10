import { z } from 'zod';

/** How far the reading of a large file has come. Lines are counted only as they are read; bytes tell how much is left. */
export const readingProgressSchema = z.object({
  lines: z.int(),
  readBytes: z.number(),
  sizeBytes: z.number(),
});
export type ReadingProgress = z.infer<typeof readingProgressSchema>;

/** The same on the wire: which run is being read. */
export const runReadingSchema = readingProgressSchema.extend({ run: z.string() });
export type RunReading = z.infer<typeof runReadingSchema>;
