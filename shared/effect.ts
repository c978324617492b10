import { z } from 'zod';

/** A row of the ledger: a call that had an effect and succeeded, with its whole result. Never rewound. */
export const effectSchema = z.looseObject({
  tool_use_id: z.string(),
  name: z.string(),
  input: z.unknown(),
  result: z.unknown(),
  at: z.string().optional(),
  turn: z.number().optional(),
  scene: z.string().optional(),
  target: z.string().optional(),
});
export type Effect = z.infer<typeof effectSchema>;

/** A line of the journal: `open` is durable before the call starts, `ended` after it. */
export const journalLineSchema = z.discriminatedUnion('event', [
  z.looseObject({
    event: z.literal('open'),
    scene: z.string(),
    turn: z.number(),
    position: z.number(),
    callId: z.string(),
    name: z.string(),
    inputDigest: z.string(),
    toolClass: z.string(),
    target: z.string().nullable(),
    process: z.looseObject({ pid: z.number(), host: z.string(), startedAt: z.string() }),
    files: z.array(z.looseObject({ path: z.string(), digest: z.string().nullable() })),
    at: z.string(),
  }),
  z.looseObject({
    event: z.literal('ended'),
    scene: z.string(),
    callId: z.string(),
    position: z.number(),
    ok: z.boolean(),
    result: z.unknown(),
    durationMs: z.number(),
    at: z.string(),
  }),
]);
export type JournalLine = z.infer<typeof journalLineSchema>;
export type JournalOpen = Extract<JournalLine, { event: 'open' }>;
export type JournalEnded = Extract<JournalLine, { event: 'ended' }>;
