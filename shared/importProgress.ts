import { z } from 'zod';

/** How far the copy of a recording that was acted on has come, in scenes; it is over where both are equal. */
export const runImportSchema = z.object({ run: z.string(), scenes: z.int(), ofScenes: z.int() });
export type RunImport = z.infer<typeof runImportSchema>;
