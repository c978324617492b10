import { z } from 'zod';

/** Every way in which `messages` can break the rules of the Messages API that this module knows. */
export const legalityCodeSchema = z.enum([
  'dangling-call',
  'orphan-result',
  'duplicate-call-id',
  'bad-call-id',
  'dangling-server-call',
  'duplicate-result',
  'results-split',
  'results-not-first',
  'truncated-call',
  'input-no-object',
  'empty-content',
  'empty-text',
  'ends-on-assistant',
  'starts-on-assistant',
  'thinking-unsigned',
  'thinking-foreign',
  'thinking-missing',
  'lone-surrogate',
  'image-in-error-result',
  'image-too-large',
  'too-many-cache-marks',
  'tools-missing',
  'text-between-calls',
]);
export type LegalityCode = z.infer<typeof legalityCodeSchema>;

/** One problem, with the place it is at. `warning`: the API takes it, a strict reader may not. */
export const legalityProblemSchema = z.object({
  code: legalityCodeSchema,
  severity: z.enum(['error', 'warning']),
  messageIndex: z.int(),
  blockIndex: z.int().nullable(),
  callId: z.string().nullable(),
});
export type LegalityProblem = z.infer<typeof legalityProblemSchema>;
