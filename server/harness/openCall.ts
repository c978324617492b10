import { digestOfValue } from '../../shared/digest.ts';
import type { JournalOpen } from '../../shared/effect.ts';
import type { ToolUseBlock } from '../../shared/message.ts';
import { ownProcess } from '../disk/processIdentity.ts';
import type { BranchLock, BranchStore } from '../store/runStore.ts';
import type { Tool, ToolContext, ToolOutcome } from '../tools/tool.ts';
import { noteFiles } from './noteFiles.ts';
import { runTool } from './runTool.ts';

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
}

/** The context of one call; its key is the same for every try. */
export function contextOf(desk: CallDesk, position: number): ToolContext {
  return { ...desk.context, idempotencyKey: `${desk.scene}:${position}` };
}

/**
 * Runs a call that may change something. It starts only when its `open` line is durable; its end is noted in the journal
 * and, where it succeeded, in the ledger: run first, record after.
 * @throws what the store throws: before the run (`open` could not be written) the tool has not run
 */
export async function runJournaled(
  { call, position }: PlacedCall,
  tool: Tool,
  input: Record<string, unknown>,
  desk: CallDesk,
): Promise<ToolOutcome> {
  const { scene, turn, branch, lock } = desk;
  const line = await openLine({ call, position }, tool, input, desk);
  await branch.appendJournal(line);
  // Every write looks at the lock by itself; an effect has to be preceded by a look of its own.
  await lock.check();
  const startedMs = performance.now();
  const outcome = await runTool(tool, input, contextOf(desk, position));
  const ok = outcome.isError !== true;
  await branch.appendJournal({
    event: 'ended',
    scene,
    callId: call.id,
    position,
    ok,
    result: outcome.content,
    durationMs: Math.round(performance.now() - startedMs),
    at: new Date().toISOString(),
  });
  if (ok) {
    await branch.saveEffect({
      tool_use_id: call.id,
      name: call.name,
      input: call.input,
      result: outcome.content,
      at: new Date().toISOString(),
      turn,
      scene,
      ...(line.target === null ? {} : { target: line.target }),
    });
  }
  return outcome;
}

async function openLine(
  { call, position }: PlacedCall,
  tool: Tool,
  input: Record<string, unknown>,
  desk: CallDesk,
): Promise<JournalOpen> {
  return {
    event: 'open',
    scene: desk.scene,
    turn: desk.turn,
    position,
    callId: call.id,
    name: call.name,
    inputDigest: digestOfValue(call.input),
    toolClass: tool.toolClass,
    target: tool.target?.(input) ?? null,
    process: ownProcess(),
    files: await noteFiles(desk.context.workspace, tool.touches?.(input) ?? []),
    at: new Date().toISOString(),
  };
}
