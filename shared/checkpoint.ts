import { z } from 'zod';
import { danglingCalls } from './calls.ts';
import { type CaptureNote, captureNoteSchema } from './capture.ts';
import { type Edit, editSchema } from './decision.ts';
import { digestOf } from './digest.ts';
import { ForkpointError } from './errors.ts';
import { type Message, messagesSchema, textOfMessage, usageSchema } from './message.ts';
import { checked, isRecord } from './schema.ts';

/** The newest version of a checkpoint that this code writes and reads. */
export const CHECKPOINT_VERSION = 1;

/** A: the calls are named, none has run. B: every call has its result. */
export const pointSchema = z.enum(['A', 'B']);
export type Point = z.infer<typeof pointSchema>;

export const pendingToolUseSchema = z.looseObject({ id: z.string(), name: z.string(), input: z.unknown() });
export type PendingToolUse = z.infer<typeof pendingToolUseSchema>;

/**
 * How the model is to think: as it sees fit, within a budget of tokens (which newer models refuse), or, with null, not
 * at all. Left out, nothing is said about it.
 */
export const thinkingSchema = z
  .union([z.literal('adaptive'), z.looseObject({ budgetTokens: z.int().positive() })])
  .nullable();
export type Thinking = z.infer<typeof thinkingSchema>;

/** What was asked of the model besides `messages`: kept per turn, so that a request can be shown as it was. */
export const requestSettingsSchema = z.looseObject({
  model: z.string().optional(),
  system: z.string().optional(),
  maxTokens: z.number().optional(),
  thinking: thinkingSchema.optional(),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
  betas: z.array(z.string()).optional(),
});
export type RequestSettings = z.infer<typeof requestSettingsSchema>;

/**
 * The scene as it lies in its file. The six fields that every such program knows come first; ours are optional
 * and only hold where `id` fits (see `isOwnId`).
 */
export const checkpointSchema = z.looseObject({
  version: z.number().optional(),
  task: z.string().optional(),
  turns: z.number().optional(),
  tokensUsed: z.number().optional(),
  messages: messagesSchema,
  pendingToolUse: pendingToolUseSchema.nullish(),
  id: z.string().optional(),
  parent: z.string().nullish(),
  point: pointSchema.optional(),
  savedAt: z.string().optional(),
  /** When the turn was begun, on the scene that is the first to hold its reply. */
  begunAt: z.string().optional(),
  model: z.string().optional(),
  stopReason: z.string().nullish(),
  usage: usageSchema.nullish(),
  request: requestSettingsSchema.optional(),
  capture: z.unknown().optional(),
  edits: z.unknown().optional(),
  input: z.string().optional(),
});
export type CheckpointRecord = z.infer<typeof checkpointSchema>;

/** A checkpoint after the door: the six fields are there. */
export type Checkpoint = CheckpointRecord & {
  version: number;
  task: string;
  turns: number;
  tokensUsed: number;
  pendingToolUse: PendingToolUse | null;
};

/** One step lifts a record from its version to the next. Step 0 reads records from before versions were written. */
const upgradeSteps: Record<number, (record: Record<string, unknown>) => Record<string, unknown>> = {
  0: record => ({ ...record, version: 1 }),
};

/**
 * The door for checkpoints: refuses newer versions, upgrades older ones step by step, checks the shape, and fills
 * in those of the six fields that other programs leave out. `messages` is the parsed original.
 * @param where the file, for errors
 * @throws ForkpointError `newer-version` or `bad-shape`
 */
export function checkpointFromJson(value: unknown, where: string): Checkpoint {
  if (!isRecord(value)) {
    throw new ForkpointError('bad-shape', { where, detail: 'a checkpoint is a JSON object' });
  }
  const record = checked(checkpointSchema, upgraded(value, where), where);
  const { messages } = record;
  return {
    ...record,
    version: CHECKPOINT_VERSION,
    task: record.task ?? taskOf(messages),
    turns: record.turns ?? messages.filter(message => message.role === 'assistant').length,
    tokensUsed: record.tokensUsed ?? 0,
    messages,
    pendingToolUse: record.pendingToolUse ?? pendingToolUseOf(messages),
  };
}

function upgraded(value: Record<string, unknown>, where: string): Record<string, unknown> {
  let record = value;
  for (;;) {
    const version = record.version ?? 1;
    if (typeof version !== 'number' || !Number.isInteger(version) || version < 0) {
      throw new ForkpointError('bad-shape', { where, detail: 'version: not a whole number' });
    }
    if (version > CHECKPOINT_VERSION) {
      throw new ForkpointError('newer-version', { where, version, known: CHECKPOINT_VERSION });
    }
    const step = upgradeSteps[version];
    if (version === CHECKPOINT_VERSION || !step) return record;
    record = step(record);
  }
}

/** What a checkpoint of ours (see `isOwnId`) says of the workspace's files, or null where it says nothing we know. */
export function captureOf(checkpoint: CheckpointRecord): CaptureNote | null {
  return captureNoteSchema.safeParse(checkpoint.capture).data ?? null;
}

/** What was changed on the way to a checkpoint of ours (see `isOwnId`); kinds nobody knows yet are passed over. */
export function editsOf(checkpoint: CheckpointRecord): Edit[] {
  const edits = Array.isArray(checkpoint.edits) ? checkpoint.edits : [];
  return edits.flatMap(edit => editSchema.safeParse(edit).data ?? []);
}

/** The first unanswered call of `messages` in the form a checkpoint keeps it, or null. */
export function pendingToolUseOf(messages: readonly Message[]): PendingToolUse | null {
  const first = danglingCalls(messages)[0];
  return first ? { id: first.id, name: first.name, input: first.input } : null;
}

function taskOf(messages: readonly Message[]): string {
  const first = messages.find(message => message.role === 'user');
  return first ? textOfMessage(first) : '';
}

/** `turn-014-B.json`. Turns are padded to three digits and go on past 999. */
export function checkpointFileName(turn: number, point: Point): string {
  return `turn-${String(turn).padStart(3, '0')}-${point}.json`;
}

/** Turn and point of a checkpoint's file name, or null for any other file. */
export function parseCheckpointFileName(name: string): { turn: number; point: Point } | null {
  const match = /^turn-(\d{1,9})-([AB])\.json$/.exec(name);
  return match ? { turn: Number(match[1]), point: match[2] === 'A' ? 'A' : 'B' } : null;
}

const idLengthHex = 20;
const idPattern = /^[a-z0-9]{10}-[0-9a-f]{20}$/;

/** An id for a scene of ours: a random part and a digest of the file's name and the six fields. */
export function sceneIdOf(randomPart: string, fileName: string, checkpoint: Checkpoint): string {
  return `${randomPart}-${sixFieldsDigest(fileName, checkpoint)}`;
}

/** Whether a checkpoint's `id` was made for exactly this file: other programs copy fields along. */
export function isOwnId(fileName: string, checkpoint: Checkpoint): boolean {
  const { id } = checkpoint;
  return id !== undefined && idPattern.test(id) && id.slice(11) === sixFieldsDigest(fileName, checkpoint);
}

function sixFieldsDigest(fileName: string, checkpoint: Checkpoint): string {
  const { version, task, turns, tokensUsed, messages, pendingToolUse } = checkpoint;
  const fields = [fileName, version, task, turns, tokensUsed, messages, pendingToolUse];
  return digestOf(JSON.stringify(fields), idLengthHex);
}
