import { z } from 'zod';

/** A request setting (`model`, `system`, `maxTokens`, `thinking`, `betas`, …) that differs. Absent sides are null. */
export const settingDiffSchema = z.object({
  name: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  left: z.unknown(),
  right: z.unknown(),
});
export type SettingDiff = z.infer<typeof settingDiffSchema>;

/** A tool that differs, found by its name. What of it differs is compared when it is looked at (`diffJson`). */
export const toolDiffSchema = z.object({
  name: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  left: z.looseObject({ name: z.string() }).nullable(),
  right: z.looseObject({ name: z.string() }).nullable(),
});
export type ToolDiff = z.infer<typeof toolDiffSchema>;

/** What was asked of the model besides `messages`, on both sides. */
export const settingsDiffSchema = z.object({
  /** Whether a side says what was asked: a turn that another program saved does not. Nothing is compared with nothing. */
  known: z.object({ left: z.boolean(), right: z.boolean() }),
  settings: z.array(settingDiffSchema),
  tools: z.array(toolDiffSchema),
  /** How many settings and tools are the same. */
  same: z.object({ settings: z.int(), tools: z.int() }),
});
export type SettingsDiff = z.infer<typeof settingsDiffSchema>;
