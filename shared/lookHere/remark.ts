import { z } from 'zod';

/** Rules that point at turns. Each has a file of its own here, and words of its own on the page. */
export const remarkRules = [
  'same-failure',
  'error-streak',
  'to-and-fro',
  'went-red',
  'never-green',
  'edit-beside',
  'claim-while-red',
  'context-jump',
  'effect-after-error',
] as const;
export const remarkRuleSchema = z.enum(remarkRules);
export type RemarkRule = z.infer<typeof remarkRuleSchema>;

/** An observation about turns of a run: what can be seen there, never why it is so. */
export const remarkSchema = z.object({
  rule: remarkRuleSchema,
  /** Ids of turns, in the order of their line. */
  turns: z.array(z.string()).min(1),
  /** What the words of the rule ask for. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Remark = z.infer<typeof remarkSchema>;

/** What a run is worth looking at for, as far as it was looked through. */
export const remarksReplySchema = z.object({
  remarks: z.array(remarkSchema),
  /** Turns that were looked through, of all there are. */
  looked: z.int(),
  turns: z.int(),
});
export type RemarksReply = z.infer<typeof remarksReplySchema>;
