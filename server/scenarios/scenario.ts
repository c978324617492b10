import { z } from 'zod';
import { nameSchema } from '../../shared/name.ts';

/** The line of replies that a scenario starts on. */
export const MAIN_PATH = 'main';

const replySchema = z
  .strictObject({
    thinking: z.string().min(1).optional(),
    text: z.string().min(1).optional(),
    calls: z
      .array(
        z.strictObject({ tool: z.string().min(1), input: z.record(z.string(), z.unknown()).default({}) }),
      )
      .default([]),
    /** Left out: `tool_use` where it calls a tool, else `end_turn`. */
    stop_reason: z.string().min(1).optional(),
    /** What the reply is said to cost; what is left out is reckoned from the length of the words. */
    tokens: z
      .strictObject({ input: z.int().min(0).optional(), output: z.int().min(0).optional() })
      .default({}),
  })
  .refine(reply => reply.thinking ?? reply.text ?? reply.calls[0], {
    error: 'a reply needs thinking, text or calls',
  });
export type ScriptedReply = z.infer<typeof replySchema>;

const hintSchema = z.strictObject({
  /** The number of replies that must have come before the person's words. */
  after: z.int().min(0),
  /** One of them at the start of a word is enough; upper and lower case are alike. */
  words: z.array(z.string().trim().min(1)).min(1),
  path: z.string().min(1),
});
export type Hint = z.infer<typeof hintSchema>;

/** `scenario.yaml`: the replies of a model, written by a person. Only they are made up: tools and files are real. */
export const scenarioSchema = z
  .strictObject({
    id: nameSchema,
    title: z.string().min(1),
    task: z.string().min(1),
    system: z.string().default(''),
    /** How the model is called on screen. */
    model: z.string().min(1).default('scripted'),
    /** Tokens that the model's context is said to hold. */
    contextWindow: z.int().positive().default(200_000),
    /** Command lines that the person has declared harmless. */
    checks: z.array(z.string().min(1)).default([]),
    /** Milliseconds that one reply takes. */
    paceMs: z.int().min(0).max(60_000).default(200),
    replies: z.array(replySchema).min(1),
    hints: z.array(hintSchema).default([]),
    paths: z.record(z.string().min(1), z.array(replySchema).min(1)).default({}),
  })
  .superRefine(({ hints, paths }, context) => {
    hints.forEach(({ path }, index) => {
      if (path === MAIN_PATH || Object.hasOwn(paths, path)) return;
      context.addIssue({
        code: 'custom',
        path: ['hints', index, 'path'],
        message: `there is no path “${path}”`,
      });
    });
    if (!Object.hasOwn(paths, MAIN_PATH)) return;
    const message = `“${MAIN_PATH}” is the name of the replies above; name this path otherwise`;
    context.addIssue({ code: 'custom', path: ['paths', MAIN_PATH], message });
  });

/** A scenario and the folder of files that its runs start with; null where they start with none. */
export type Scenario = z.infer<typeof scenarioSchema> & { projectFolder: string | null };
