import { z } from 'zod';
import { effectsModeSchema } from './branch.ts';
import { legalityProblemSchema } from './legality.ts';
import { messageSchema } from './message.ts';
import { nameSchema } from './name.ts';
import {
  forkBodySchema,
  plannedSettingsSchema,
  planSchema,
  preflightNoteSchema,
  receiptSchema,
} from './plan.ts';
import { type BranchRow, effectRowSchema, problemSchema, type RunRows } from './rows.ts';

export const FEWEST_BRANCHES = 2;
export const MOST_BRANCHES = 8;
/** How many branches of a fan-out run at once where nobody says otherwise. */
export const DEFAULT_AT_ONCE = 2;

/** One branch of a fan-out: its name, and what it goes on with otherwise than the others. */
export const fanOutBranchSchema = forkBodySchema.pick({
  name: true,
  say: true,
  model: true,
  system: true,
  thinking: true,
  maxTokens: true,
  tools: true,
});
export type FanOutBranch = z.infer<typeof fanOutBranchSchema>;

/** A fan-out as a person asks for it: several forks from one scene, which go on side by side. */
export const fanOutBodySchema = forkBodySchema
  .pick({ to: true, effects: true, pending: true, digest: true, paceMs: true })
  .extend({
    branches: z.array(fanOutBranchSchema).min(FEWEST_BRANCHES).max(MOST_BRANCHES),
    restore: z.enum(['conversation', 'both']).optional(),
    atOnce: z.int().min(1).max(MOST_BRANCHES).optional(),
    /** False: the branches are only made, and wait for a person to start them. */
    go: z.boolean().optional(),
  });
export type FanOutBody = z.infer<typeof fanOutBodySchema>;

/** What one branch of a fan-out would be. A `problem` keeps it from being made, and none of the others. */
export const plannedBranchSchema = z.object({
  name: nameSchema,
  problem: problemSchema.nullable(),
  /** Null where the problem is such that nothing more is known. */
  plan: z
    .object({
      messages: z.object({
        count: z.int(),
        problems: z.array(legalityProblemSchema),
        isRepaired: z.boolean(),
      }),
      /** Bytes that its own copy of the files holds; null where nothing is copied. */
      copiedBytes: z.number().nullable(),
      nextRequestTokens: z.number(),
      settings: plannedSettingsSchema,
      preflight: z.array(preflightNoteSchema),
    })
    .nullable(),
});
export type PlannedBranch = z.infer<typeof plannedBranchSchema>;

/** What a fan-out would do, before anything is written. */
export const fanOutPlanSchema = z.object({
  /** The branch that the scene is looked up on. */
  branch: nameSchema,
  target: planSchema.shape.target,
  /** Over the plans of all branches: if the world moved meanwhile, it is shown again. */
  digest: z.string(),
  effectsMode: effectsModeSchema,
  atOnce: z.int(),
  /** What stays in the world whatever becomes of the branches. */
  effects: z.array(effectRowSchema),
  /** The last few messages that all branches begin with. */
  tail: z.array(messageSchema),
  tokensSpent: z.number(),
  branches: z.array(plannedBranchSchema),
});
export type FanOutPlan = z.infer<typeof fanOutPlanSchema>;

/** What became of each branch that was asked for: its own receipt, or why it was not made. */
export const fanOutReceiptSchema = z.object({
  run: nameSchema,
  fanOut: z.string(),
  branches: z.array(
    z.object({
      name: nameSchema,
      /** Null for a branch that was not made, or that an earlier asking for the same had made. */
      receipt: receiptSchema.nullable(),
      /** It waits for its turn: it is started once another comes to rest. */
      isWaiting: z.boolean(),
      problem: problemSchema.nullable(),
    }),
  ),
  /** The same was asked for before: nothing was made again. */
  isRepeat: z.boolean(),
});
export type FanOutReceipt = z.infer<typeof fanOutReceiptSchema>;

/** The branches of one fan-out as they are on the disk. */
export interface FanOut {
  id: string;
  /** How many were asked for; some may not have been made. */
  of: number;
  atOnce: number;
  /** By their place. */
  branches: BranchRow[];
}

/** The fan-outs of a run, in the order in which their branches stand. */
export function fanOutsOf(branches: readonly BranchRow[]): FanOut[] {
  const found = new Map<string, FanOut>();
  for (const branch of branches) {
    if (!branch.fanOut) continue;
    const { id, of, atOnce } = branch.fanOut;
    const group = found.get(id) ?? { id, of, atOnce, branches: [] };
    group.branches.push(branch);
    found.set(id, group);
  }
  const byPlace = (x: BranchRow, y: BranchRow) => (x.fanOut?.place ?? 0) - (y.fanOut?.place ?? 0);
  return [...found.values()].map(group => ({ ...group, branches: group.branches.sort(byPlace) }));
}

/** What the names of branches begin with where nobody says otherwise. */
export const USUAL_STEM = 'try';

/** `try-1`, `try-2`, …, with the numbers left out that are taken, in any case. */
export function numberedNames(stem: string, count: number, taken: readonly string[]): string[] {
  const used = new Set(taken.map(name => name.toLowerCase()));
  const names: string[] = [];
  for (let number = 1; names.length < count; number++) {
    const name = `${stem}-${number}`;
    if (!used.has(name.toLowerCase())) names.push(name);
  }
  return names;
}

/** Whether a fork has ever gone on: it has a scene of its own, a call it began, or an end. */
export function hasBegun(
  { scenes, journal }: Pick<RunRows, 'scenes' | 'journal'>,
  branch: BranchRow,
): boolean {
  const { name, owner, state } = branch;
  if (owner !== null || (state !== 'interrupted' && state !== 'done')) return true;
  // The first is the scene that it was forked from.
  const own = scenes.filter(row => row.branch === name);
  return own.length > 1 || journal.some(row => row.branch === name);
}

/**
 * The branches of a fan-out that can be started without a person having to decide anything: those that never began,
 * and those that stopped or were cut off where no call waits for its result.
 */
export function restOf(rows: Pick<RunRows, 'scenes' | 'journal'>, { branches }: FanOut): BranchRow[] {
  return branches.filter(branch => {
    if (!hasBegun(rows, branch)) return true;
    if (branch.state !== 'stopped' && branch.state !== 'interrupted') return false;
    const head = rows.scenes.find(row => row.id === branch.head);
    return head?.calls.every(call => call.state !== 'dangling') ?? false;
  });
}
