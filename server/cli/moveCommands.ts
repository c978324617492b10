import type { RunReceipt } from '../../shared/api.ts';
import type { ForkBody, Plan, RewindBody } from '../../shared/plan.ts';
import { resume, type Speaking } from './goOn.ts';
import { type ExitCode, exitCode } from './output.ts';
import { linesOfPlan, linesOfReceipt } from './planLines.ts';

/** What a move is asked for on a command line. `isPlanOnly`: nothing is written. */
export interface MoveFlags {
  isPlanOnly: boolean;
  go: boolean;
  paceMs?: number | undefined;
}

/** `forkpoint rewind`: shows the plan, then does just that, or refuses where something changed meanwhile. */
export async function rewind(
  run: string,
  branch: string,
  body: RewindBody,
  flags: MoveFlags,
  speaking: Speaking,
): Promise<ExitCode> {
  const { commands } = speaking.services;
  const plan = await commands.planMove(run, { ...body, action: 'rewind', branch });
  if (flags.isPlanOnly) return showPlan(plan, body, speaking);
  for (const line of linesOfPlan(plan, body.pending)) speaking.output.note(line);
  return goOn(await commands.rewind(run, branch, { ...body, digest: plan.digest }), flags, speaking);
}

/** `forkpoint fork`: as `rewind`. */
export async function fork(
  run: string,
  branch: string,
  body: ForkBody,
  flags: MoveFlags,
  speaking: Speaking,
): Promise<ExitCode> {
  const { commands } = speaking.services;
  const plan = await commands.planMove(run, { ...body, action: 'fork', branch });
  if (flags.isPlanOnly) return showPlan(plan, body, speaking);
  for (const line of linesOfPlan(plan, body.pending)) speaking.output.note(line);
  return goOn(await commands.fork(run, branch, { ...body, digest: plan.digest }), flags, speaking);
}

/** `forkpoint undo`: takes back the latest rewind of a branch. */
export async function undo(run: string, branch: string, speaking: Speaking): Promise<ExitCode> {
  const receipt = await speaking.services.commands.undo(run, branch);
  return goOn(receipt, { isPlanOnly: false, go: false }, speaking);
}

function showPlan(plan: Plan, { pending }: RewindBody, { output }: Speaking): ExitCode {
  output.json(plan);
  for (const line of linesOfPlan(plan, pending)) output.say(line);
  return exitCode.done;
}

/** Tells what was done, and goes on where that was asked for. What could not be verified is no success. */
async function goOn(receipt: RunReceipt, { go, paceMs }: MoveFlags, speaking: Speaking): Promise<ExitCode> {
  const { output } = speaking;
  output.json(receipt);
  for (const line of linesOfReceipt(receipt)) output.say(line);
  if (!isVerified(receipt)) return exitCode.failed;
  if (!go) return exitCode.done;
  return await resume(receipt.run, receipt.branch, paceMs === undefined ? {} : { paceMs }, speaking);
}

function isVerified({ messages, ledger, files }: RunReceipt): boolean {
  const hasFailed = files?.entries.some(entry => entry.result === 'failed') ?? false;
  return messages.verified && ledger.verified && !hasFailed && (files?.verified ?? true);
}
