import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { moveSchema } from '../../../shared/branch.ts';
import { restoreEntrySchema, restoreReportSchema } from '../../../shared/capture.ts';
import { restoreChoiceSchema } from '../../../shared/plan.ts';
import { checked } from '../../../shared/schema.ts';

const callSchema = z.object({ tool: z.string(), input: z.record(z.string(), z.unknown()) });
export type PlannedCall = z.infer<typeof callSchema>;

const branch = z.string();
/** What a test asks of the process that acts. `open` comes first. */
export const orderSchema = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('open'),
    dataFolder: z.string(),
    workspace: z.string().nullable(),
    limitBytes: z.number(),
  }),
  /** The run goes on with one reply that makes these calls, and words where it can go on after them. */
  z.object({ act: z.literal('turn'), branch, calls: z.array(callSchema) }),
  /** The open questions are refused. */
  z.object({ act: z.literal('refuse'), branch }),
  z.object({ act: z.literal('rewind'), branch, scene: z.string(), restore: restoreChoiceSchema }),
  z.object({ act: z.literal('undo'), branch }),
  z.object({ act: z.literal('fork'), branch, scene: z.string(), name: z.string() }),
  z.object({ act: z.literal('close') }),
]);
export type Order = z.infer<typeof orderSchema>;

/** What a run is like after an order. */
export const replySchema = z.object({
  /** The code of the error that it was refused with. */
  refused: z.string().nullable(),
  files: restoreReportSchema.nullable(),
  planned: z.array(restoreEntrySchema),
  branches: z.array(
    z.object({
      name: z.string(),
      head: z.string().nullable(),
      state: z.string(),
      moves: z.array(moveSchema),
    }),
  ),
  scenes: z.array(
    z.object({
      id: z.string(),
      branch: z.string(),
      point: z.enum(['A', 'B']),
      parent: z.string().nullable(),
    }),
  ),
});
export type Reply = z.infer<typeof replySchema>;

/** A process that acts on runs, with its own rights, one order after the other. */
export interface Player {
  /** @throws what the process failed with */
  order(order: Order): Promise<Reply>;
  end(): Promise<void>;
}

const program = fileURLToPath(new URL('../../../dist/bundle/server/filesPlayer.js', import.meta.url));
const answerSchema = z.union([z.object({ reply: replySchema }), z.object({ failed: z.string() })]);

/** @param user whose rights it takes, where it is started with those of root; null: it keeps the test's */
export function startPlayer(user: number | null): Player {
  const child = fork(program, user === null ? [] : [String(user)]);
  const ended = once(child, 'exit');
  return {
    async order(order) {
      child.send(order);
      const message = await Promise.race([
        once(child, 'message'),
        ended.then(() => Promise.reject(new Error('the process that acts has ended'))),
      ]);
      const answer = checked(answerSchema, message[0], 'an answer');
      if ('failed' in answer) throw new Error(answer.failed);
      return answer.reply;
    },
    async end() {
      child.disconnect();
      await ended;
    },
  };
}
