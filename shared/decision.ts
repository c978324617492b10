import { z } from 'zod';

/** What the person decided about a call that waits for a result. */
export const callDecisionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run') }),
  /** Run with another input than the model's. */
  z.object({ kind: z.literal('edit'), input: z.record(z.string(), z.unknown()) }),
  z.object({ kind: z.literal('skip'), why: z.string() }),
  /** The person gives the result. */
  z.object({ kind: z.literal('supply'), result: z.string(), isError: z.boolean().default(false) }),
  /** Of a call of unknown end: it did happen. */
  z.object({ kind: z.literal('did') }),
]);
export type CallDecision = z.infer<typeof callDecisionSchema>;

/** Decisions bound to a scene A, by call id. Void once the head is another scene. */
export const pendingDecisionsSchema = z.looseObject({
  scene: z.string(),
  calls: z.record(z.string(), callDecisionSchema),
  /** How often each of the calls had been opened when its decision was taken up: the next opening spends it. */
  openings: z.record(z.string(), z.int()).optional(),
});
export type PendingDecisions = z.infer<typeof pendingDecisionsSchema>;

/**
 * New decisions about calls of `scene` beside the earlier ones that still hold. What an opening spent stays spent, but
 * for the calls that are decided anew.
 */
export function withDecisions(
  earlier: PendingDecisions | null,
  scene: string,
  calls: PendingDecisions['calls'],
): PendingDecisions {
  if (earlier?.scene !== scene) return { scene, calls };
  const openings = Object.entries(earlier.openings ?? {}).filter(([callId]) => !Object.hasOwn(calls, callId));
  return { ...earlier, calls: { ...earlier.calls, ...calls }, openings: Object.fromEntries(openings) };
}

/** What resume does about a call without a result, and why. */
export const reconciliationSchema = z.object({
  callId: z.string(),
  position: z.int(),
  name: z.string(),
  detail: z.string(),
  outcome: z.enum([
    'reuse',
    'run',
    'run-again',
    'probe',
    'restore-and-run',
    'tell-unknown',
    'not-run-here',
    'not-run',
    'ask',
    'as-decided',
    'wait-for-process',
  ]),
  /** A stable code for the reason, worded on the page and the command line. */
  why: z.enum([
    'end-known',
    'never-opened',
    'read-or-idempotent',
    'has-probe',
    'files-as-before',
    'files-changed',
    'may-have-happened',
    'belongs-to-parent',
    'files-put-back',
    'decided',
    'still-running',
    'no-journal',
    'duplicate-id',
  ]),
  /** An earlier call with the same id and another input: what is known of that one says nothing of this one. */
  idUsedBy: z.object({ turn: z.int().nullable(), name: z.string() }).optional(),
  /** Files that were put back, with the digest under which their bytes before that are kept (null: not there). */
  kept: z.array(z.object({ path: z.string(), digest: z.string().nullable() })).optional(),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;

/** What of a request's settings can change between two turns. */
export const changedSettingSchema = z.enum(['model', 'system', 'thinking', 'maxTokens', 'tools']);
export type ChangedSetting = z.infer<typeof changedSettingSchema>;

/** A change that a person or a resume made, shown on the scene that took it in (`edits` of a checkpoint). */
export const editSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), text: z.string() }),
  /** `model`: the one that is asked from here on, where it is another. `changed`: all that is set otherwise. */
  z.object({
    kind: z.literal('settings'),
    model: z.string().nullable(),
    changed: z.array(changedSettingSchema).optional(),
  }),
  z.object({
    kind: z.literal('result'),
    callId: z.string(),
    before: z.string().nullable(),
    after: z.string(),
  }),
  z.object({ kind: z.literal('input'), callId: z.string(), before: z.unknown(), after: z.unknown() }),
  z.object({ kind: z.literal('decided'), callId: z.string(), decision: callDecisionSchema }),
  z.object({
    kind: z.literal('answered'),
    callId: z.string(),
    answer: z.enum(['approved', 'refused', 'standing']),
    why: z.string().nullable(),
  }),
  z.object({ kind: z.literal('reconciled'), reconciliation: reconciliationSchema }),
  z.object({ kind: z.literal('simulated'), callId: z.string() }),
  z.object({ kind: z.literal('repaired'), codes: z.array(z.string()) }),
]);
export type Edit = z.infer<typeof editSchema>;
