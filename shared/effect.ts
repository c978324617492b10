import { z } from 'zod';

/** A row of the ledger: a call that had an effect and succeeded, with its whole result. Never rewound. */
export const effectSchema = z.looseObject({
  tool_use_id: z.string(),
  name: z.string(),
  /** The model's own. */
  input: z.unknown(),
  /** What ran in its place, where the person changed it. */
  ranInput: z.unknown().optional(),
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
    /** Of the model's own input: a known result is matched by it. */
    inputDigest: z.string(),
    /** What ran in its place, where the person changed it. */
    ranInput: z.unknown().optional(),
    /** The question at the gate whose answer this line spends. */
    question: z.string().optional(),
    /** A standing yes let it through. */
    standing: z.boolean().optional(),
    /** A dry run: nothing was started, and nothing follows from this line outside a dry run. */
    simulated: z.boolean().optional(),
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
    /** It failed in a way that leaves open whether it had its effect. */
    inDoubt: z.boolean().optional(),
    simulated: z.boolean().optional(),
    result: z.unknown(),
    /** The files that it said it would touch, as it left them. */
    files: z.array(z.looseObject({ path: z.string(), digest: z.string().nullable() })).optional(),
    durationMs: z.number(),
    at: z.string(),
  }),
]);
export type JournalLine = z.infer<typeof journalLineSchema>;
export type JournalOpen = Extract<JournalLine, { event: 'open' }>;
export type JournalEnded = Extract<JournalLine, { event: 'ended' }>;
