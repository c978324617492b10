import { z } from 'zod';
import type { BranchRow } from './rows.ts';
import { toolClassSchema } from './toolClass.ts';

export const GATE_VERSION = 1;

/** The first time the same was done, running, or of unknown end somewhere in the run. */
export const earlierCallSchema = z.object({
  branch: z.string(),
  turn: z.int().nullable(),
  scene: z.string().nullable(),
  callId: z.string(),
  at: z.string().nullable(),
  state: z.enum(['done', 'running', 'unknown']),
});
export type EarlierCall = z.infer<typeof earlierCallSchema>;

export const gateAnswerSchema = z.object({
  kind: z.enum(['approve', 'refuse']),
  /** The input that the person put in place of the model's. */
  input: z.record(z.string(), z.unknown()).nullable(),
  why: z.string().nullable(),
  at: z.string(),
});
export type GateAnswer = z.infer<typeof gateAnswerSchema>;

/** Ids of questions stand in addresses of the API. */
export const questionIdSchema = z.string().regex(/^q-[0-9a-z-]{1,60}$/);

/** One question at the gate. It binds to scene, call and exact input; an answer is spent by the `open` line it allows. */
export const questionSchema = z.looseObject({
  id: z.string(),
  branch: z.string(),
  scene: z.string(),
  turn: z.int(),
  position: z.int(),
  callId: z.string(),
  name: z.string(),
  /** What a plain yes runs: the call's input, or what the person put in its place in an earlier answer. */
  input: z.unknown(),
  /** Of the call's input as it came to the gate: the question holds for no other. */
  inputDigest: z.string(),
  /** Files that the input names, as they were when it was asked. */
  files: z.array(z.object({ path: z.string(), digest: z.string().nullable() })),
  toolClass: toolClassSchema,
  target: z.string().nullable(),
  why: z.enum(['mode', 'destructive', 'repeat', 'unknown-end']),
  earlier: earlierCallSchema.nullable(),
  askedAt: z.string(),
  answer: gateAnswerSchema.nullable(),
  spentAt: z.string().nullable(),
  /** Set when the branch was rewound behind it. */
  voidedAt: z.string().nullable(),
});
export type Question = z.infer<typeof questionSchema>;

/** `gate.json` of a run. `standing`: a yes for a tool on a branch, never for repeats. */
export const gateRecordSchema = z.looseObject({
  version: z.int(),
  questions: z.array(questionSchema),
  standing: z.array(
    z.looseObject({
      branch: z.string(),
      tool: z.string(),
      at: z.string(),
      /** Where it was given; a rewind behind it voids it. */
      scene: z.string().optional(),
    }),
  ),
});
export type GateRecord = z.infer<typeof gateRecordSchema>;

/**
 * The questions that matter now: neither void nor spent, and about a call of the scene that their branch goes on from.
 * @param heads the branches of the run
 */
export function currentQuestions(
  questions: readonly Question[],
  heads: readonly Pick<BranchRow, 'name' | 'head' | 'moves'>[],
): Question[] {
  const byName = new Map(heads.map(branch => [branch.name, branch]));
  return questions.filter(question => {
    const branch = byName.get(question.branch);
    const isAtHead = branch !== undefined && branch.head === question.scene;
    const isOver = question.voidedAt !== null || question.spentAt !== null;
    return isAtHead && !isOver && !wasMovedSince(question, branch.moves);
  });
}

/** Whether the branch was rewound, or a rewind undone, after a question was asked: that voids it. */
export function wasMovedSince(question: Question, moves: readonly { at: string }[]): boolean {
  return moves.some(move => move.at > question.askedAt);
}

/** Whether a question still waits for the person. */
export function isOpenQuestion(question: Question): boolean {
  return question.answer === null && question.voidedAt === null && question.spentAt === null;
}
