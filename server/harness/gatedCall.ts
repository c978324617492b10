import type { Edit } from '../../shared/decision.ts';
import { digestOfValue } from '../../shared/digest.ts';
import type { JournalOpen } from '../../shared/effect.ts';
import type { Question } from '../../shared/gate.ts';
import { ownProcess } from '../disk/processIdentity.ts';
import { admitCall, type Pass } from '../gate/admitCall.ts';
import type { GateCall } from '../gate/gateFacts.ts';
import { isSimulated, type Reach, reachesOut } from '../gate/reach.ts';
import type { Tool, ToolOutcome } from '../tools/tool.ts';
import { editsOfOpen } from './callEdits.ts';
import { notRun, refusal, simulation } from './callWords.ts';
import { namedFiles } from './namedFiles.ts';
import { type CallDesk, openCall, type PlacedCall, runOpened } from './openCall.ts';
import type { Settled } from './settled.ts';
import { throwIfStopped } from './stop.ts';

/** How a call ended, or the question that it waits for. */
export type CallEnd =
  | { kind: 'ended'; outcome: ToolOutcome; edits: Edit[] }
  | { kind: 'waiting'; question: Question };

/** A call that may change something, with the input that is about to run. */
export interface ChangingCall {
  placed: PlacedCall;
  tool: Tool;
  input: Record<string, unknown>;
  /** How an earlier try or the person settled that it runs; null for a new call. */
  settled: Extract<Settled, { kind: 'run' }> | null;
  /** What is wrong with an input that a person put in place of this one, or null. */
  problemOf(input: Record<string, unknown>): string | null;
}

/**
 * Answers a call that may change something, by the effects mode of its branch: it runs, it is only simulated, or it stops
 * at the gate. What runs starts only when its `open` line is durable.
 * @throws what the store throws: before the run (`open` could not be written) the tool has not run
 */
export async function answerChanging(changing: ChangingCall, desk: CallDesk): Promise<CallEnd> {
  const { branch } = desk;
  const { tool, input, placed } = changing;
  const { effects: mode } = await branch.record();
  const { checks } = await branch.run.record();
  const reach: Reach = { tool, checks, target: tool.target?.(input) ?? null };
  if (isSimulated(mode, reach)) return await simulate(changing, reach, desk);
  const isGuarded = reachesOut(reach) || tool.destructive === true;
  if (mode === 'dry-run' || !isGuarded) {
    const pass: Pass = { input, question: null, isStanding: false };
    const open = await openCall(placed, tool, pass, desk);
    return await ended(changing, pass, open, desk);
  }
  return await answerAtGate(changing, checks, desk);
}

async function answerAtGate(
  changing: ChangingCall,
  checks: readonly string[],
  desk: CallDesk,
): Promise<CallEnd> {
  const { placed, tool, settled } = changing;
  const call: GateCall = {
    branch: desk.branch,
    scene: desk.scene,
    turn: desk.turn,
    ...placed,
    tool,
    input: changing.input,
    checks,
    isRerun: settled?.isRerun ?? false,
    isApproved: settled?.isApproved ?? false,
    mustAsk: settled?.mustAsk ?? false,
    filesOf: input => namedFiles(desk.context.workspace, tool, input),
    problemOf: changing.problemOf,
  };
  let open: JournalOpen | null = null;
  const admission = await admitCall(call, async pass => {
    // The wait for the run's lock may have been long.
    throwIfStopped(desk.context.signal);
    open = await openCall(placed, tool, pass, desk);
  });
  switch (admission.kind) {
    case 'waiting':
      return admission;
    case 'refused': {
      const why = admission.question.answer?.why ?? null;
      const edit: Edit = { kind: 'answered', callId: placed.call.id, answer: 'refused', why };
      return { kind: 'ended', outcome: refusal(why), edits: [...(settled?.edits ?? []), edit] };
    }
    case 'unfit': {
      const words = `Not run: the input that the person put in its place does not fit: ${admission.problem}.`;
      return { kind: 'ended', outcome: notRun(words), edits: settled?.edits ?? [] };
    }
    case 'run':
      if (open === null) throw new Error('a call was let through without its open line');
      return await ended(changing, admission.pass, open, desk);
  }
}

async function ended(
  { placed, tool, settled }: ChangingCall,
  { input, question }: Pass,
  open: JournalOpen,
  desk: CallDesk,
): Promise<CallEnd> {
  const outcome = await runOpened(placed, tool, input, open, desk);
  const edits = [...(settled?.edits ?? []), ...editsOfOpen(placed.call, open, question)];
  return { kind: 'ended', outcome, edits };
}

/** Nothing is started, so the lines in the journal stand for nothing but the record of it. */
async function simulate(
  { placed: { call, position }, settled }: ChangingCall,
  { tool, target }: Reach,
  { branch, scene, turn }: CallDesk,
): Promise<CallEnd> {
  const outcome = simulation(call.name);
  const at = new Date().toISOString();
  const line = { simulated: true, scene, position, callId: call.id, at };
  await branch.appendJournal({
    event: 'open',
    ...line,
    turn,
    name: call.name,
    inputDigest: digestOfValue(call.input),
    toolClass: tool.toolClass,
    target,
    process: ownProcess(),
    files: [],
  });
  await branch.appendJournal({ event: 'ended', ...line, ok: true, result: outcome.content, durationMs: 0 });
  const edits: Edit[] = [...(settled?.edits ?? []), { kind: 'simulated', callId: call.id }];
  return { kind: 'ended', outcome, edits };
}
