import { digestOfValue } from '../../shared/digest.ts';
import type { JournalOpen } from '../../shared/effect.ts';
import type { ToolUseBlock } from '../../shared/message.ts';
import { ownProcess } from '../disk/processIdentity.ts';
import type { Pass } from '../gate/admitCall.ts';
import type { BranchLock, BranchStore } from '../store/runStore.ts';
import type { Tool, ToolContext, ToolOutcome } from '../tools/tool.ts';
import { withRanInput } from './callWords.ts';
import { type CrashPoint, noCrash } from './crash.ts';
import { keptFilesFolder } from './keptFiles.ts';
import { noteFiles } from './noteFiles.ts';
import { runTool } from './runTool.ts';
import type { Settled } from './settled.ts';

/** A call in its place: `position` counts the calls of its reply from 0. */
export interface PlacedCall {
  call: ToolUseBlock;
  position: number;
}

/** Where calls are answered: the scene A that names them, and what they work with. */
export interface CallDesk {
  scene: string;
  turn: number;
  branch: BranchStore;
  lock: BranchLock;
  context: Pick<ToolContext, 'workspace' | 'runFolder' | 'signal'>;
  /** By call id; a call that is not named here is answered as a new one. */
  settled: ReadonlyMap<string, Settled>;
  crashPoint?: CrashPoint;
}

/** The context of one call; its key is the same for every try. */
export function contextOf(desk: CallDesk, position: number): ToolContext {
  return { ...desk.context, idempotencyKey: `${desk.scene}:${position}` };
}

/** Writes the `open` line of a call, durably: from here on it may have happened. Gives what was written. */
export async function openCall(
  { call, position }: PlacedCall,
  tool: Tool,
  { input, question, isStanding }: Pass,
  desk: CallDesk,
): Promise<JournalOpen> {
  const { branch, context, crashPoint = noCrash } = desk;
  const line: JournalOpen = {
    event: 'open',
    scene: desk.scene,
    turn: desk.turn,
    position,
    callId: call.id,
    name: call.name,
    inputDigest: digestOfValue(call.input),
    ...(isModelsInput(call, input) ? {} : { ranInput: input }),
    ...(question === null ? {} : { question: question.id }),
    ...(isStanding ? { standing: true } : {}),
    toolClass: tool.toolClass,
    target: tool.target?.(input) ?? null,
    process: ownProcess(),
    files: await noteFiles(
      context.workspace,
      tool.touches?.(input) ?? [],
      keptFilesFolder(context.runFolder),
    ),
    at: new Date().toISOString(),
  };
  crashPoint('intent-write');
  await branch.appendJournal(line);
  crashPoint('after-intent-write');
  return line;
}

/**
 * Runs a call whose `open` line is durable. Its end is noted in the journal and, where it succeeded, in the ledger: run
 * first, record after.
 */
export async function runOpened(
  placed: PlacedCall,
  tool: Tool,
  input: Record<string, unknown>,
  open: JournalOpen,
  desk: CallDesk,
): Promise<ToolOutcome> {
  const { branch, lock, crashPoint = noCrash } = desk;
  // Every write looks at the lock by itself; an effect has to be preceded by a look of its own.
  await lock.check();
  const startedMs = performance.now();
  crashPoint('effect');
  const gave = await runTool(tool, input, contextOf(desk, placed.position));
  crashPoint('after-effect');
  const outcome = open.ranInput === undefined ? gave : withRanInput(gave, input);
  const touched = open.files.map(({ path }) => path);
  const files = touched.length === 0 ? [] : await noteFiles(desk.context.workspace, touched, null);
  crashPoint('effect-write');
  await branch.appendJournal({
    event: 'ended',
    scene: open.scene,
    callId: open.callId,
    position: open.position,
    ok: outcome.isError !== true,
    ...(outcome.isInDoubt ? { inDoubt: true } : {}),
    result: outcome.content,
    ...(files.length === 0 ? {} : { files }),
    durationMs: Math.round(performance.now() - startedMs),
    at: new Date().toISOString(),
  });
  if (outcome.isError !== true) await recordEffect(placed, outcome, open, desk);
  crashPoint('after-effect-write');
  return outcome;
}

/** @param open what ran and what it acted on; null where no journal says so */
export async function recordEffect(
  { call }: PlacedCall,
  { content }: ToolOutcome,
  open: JournalOpen | null,
  { branch, scene, turn }: CallDesk,
): Promise<void> {
  await branch.saveEffect({
    tool_use_id: call.id,
    name: call.name,
    input: call.input,
    ...(open?.ranInput === undefined ? {} : { ranInput: open.ranInput }),
    result: content,
    at: new Date().toISOString(),
    turn,
    scene,
    ...(open === null || open.target === null ? {} : { target: open.target }),
  });
}

function isModelsInput(call: ToolUseBlock, input: Record<string, unknown>): boolean {
  return digestOfValue(call.input) === digestOfValue(input);
}
