import type { BranchRecord, EffectsMode } from '../../shared/branch.ts';
import { canonicalJson, digestOfValue } from '../../shared/digest.ts';
import type { JournalLine, JournalOpen } from '../../shared/effect.ts';
import { type EarlierCall, type GateRecord, type Question, wasMovedSince } from '../../shared/gate.ts';
import type { ToolUseBlock } from '../../shared/message.ts';
import { type BranchPast, earlierCalls } from '../../shared/repeats.ts';
import { isRecord } from '../../shared/schema.ts';
import type { BranchStore } from '../store/runStore.ts';
import type { Tool } from '../tools/tool.ts';
import { pastOfRun } from './pastCalls.ts';
import { type Reach, reachesOut } from './reach.ts';

/** A call at the gate. */
export interface GateCall {
  branch: BranchStore;
  scene: string;
  turn: number;
  position: number;
  call: ToolUseBlock;
  tool: Tool;
  /** What is about to run: the model's input, or what a decision put in its place. */
  input: Record<string, unknown>;
  checks: readonly string[];
  /** It was opened before, and may be tried again. */
  isRerun: boolean;
  /** It ran, and files were put back since: it needs a yes whatever the mode. */
  mustAsk: boolean;
  /** The person said of this very call that it runs. */
  isApproved: boolean;
  /** The files that an input names, as they are now. */
  filesOf(input: Record<string, unknown>): Promise<Question['files']>;
  /** What is wrong with an input that the person put in its place, or null. */
  problemOf(input: Record<string, unknown>): string | null;
}

/** What the gate knows when a call comes. */
export interface GateFacts {
  mode: EffectsMode;
  gate: GateRecord;
  past: BranchPast[];
  /** The last question about this call that still holds, or null. */
  asked: Question | null;
  /** Whether its yes led to a run already. */
  isSpent: boolean;
  /** Whether the files that it names are what they were when it was asked. */
  areFilesSame: boolean;
  /** What would run: the person may have changed it. */
  input: Record<string, unknown>;
  reach: Reach;
  standing: boolean;
}

/** @param gate the questions and answers of the run, read under its lock */
export async function factsOf(call: GateCall, gate: GateRecord): Promise<GateFacts> {
  const { branch, tool, checks } = call;
  const record = await branch.record();
  const past = await pastOfRun(branch.run, branch.name);
  const asked = gate.questions.findLast(question => isAbout(question, call, record)) ?? null;
  const askedInput = isRecord(asked?.input) ? asked.input : call.input;
  const input = asked?.answer?.input ?? askedInput;
  const journal = past.find(entry => entry.branch === branch.name)?.journal ?? [];
  return {
    mode: record.effects,
    gate,
    past,
    asked,
    isSpent: asked !== null && (asked.spentAt !== null || journal.some(line => isOpenedBy(asked, line))),
    areFilesSame: asked !== null && isSameJson(asked.files, await call.filesOf(askedInput)),
    input,
    reach: { tool, checks, target: tool.target?.(input) ?? null },
    standing: gate.standing.some(entry => entry.branch === branch.name && entry.tool === tool.name),
  };
}

/** A question holds for one call in one place with one input, as long as the branch has not moved since. */
function isAbout(question: Question, call: GateCall, { moves }: BranchRecord): boolean {
  const { branch, scene, position, isRerun } = call;
  const isInPlace =
    question.branch === branch.name && question.scene === scene && question.position === position;
  // A rerun has the input that ran, which the person may have changed.
  const inputs = isRerun ? [call.input, call.call.input] : [call.input];
  const isSameInput = inputs.some(input => question.inputDigest === digestOfValue(input));
  const isSameCall = question.callId === call.call.id && isSameInput;
  const isVoid = question.voidedAt !== null || wasMovedSince(question, moves);
  return isInPlace && isSameCall && !isVoid;
}

/** A crash may come between the line that spends an answer and the note of it. */
function isOpenedBy(question: Question, line: JournalLine): boolean {
  return line.event === 'open' && line.question === question.id;
}

/**
 * The calls that make this one a repeat. `idempotent` calls have none: where target or input are the same, so is the
 * key. What a rerun repeats was looked at when it was let through for the first time.
 */
export function repeatsOf(
  { branch, scene, position, tool, isRerun }: GateCall,
  facts: GateFacts,
): EarlierCall[] {
  const { toolClass } = tool;
  if (!reachesOut(facts.reach) || tool.idempotent === true) return [];
  if (toolClass !== 'external' && toolClass !== 'command') return [];
  const targetOf = (input: unknown) => (isRecord(input) ? (tool.target?.(input) ?? null) : null);
  const sought = { name: tool.name, toolClass, input: facts.input, targetOf };
  if (!isRerun) return earlierCalls(sought, facts.past);
  const before = lastOpenOf({ branch, scene, position }, facts.past);
  const others = earlierCalls({ ...sought, except: { branch: branch.name, scene, position } }, facts.past);
  return before === null ? others : others.filter(({ at }) => at !== null && at > before.at);
}

/** The pointer of a call that has to be asked about because it ran before its files were put back. */
export function ownEarlier(
  { branch, scene, position, mustAsk }: GateCall,
  { past }: GateFacts,
): EarlierCall | null {
  const open = mustAsk ? lastOpenOf({ branch, scene, position }, past) : null;
  if (open === null) return null;
  const { turn, callId, at } = open;
  return { branch: branch.name, turn, scene, callId, at, state: 'done' };
}

/** The last time that a call was started, or null. */
function lastOpenOf(
  { branch, scene, position }: Pick<GateCall, 'branch' | 'scene' | 'position'>,
  past: readonly BranchPast[],
): JournalOpen | null {
  const journal = past.find(entry => entry.branch === branch.name)?.journal ?? [];
  const isOpen = (line: JournalLine): line is JournalOpen =>
    line.event === 'open' && line.scene === scene && line.position === position && line.simulated !== true;
  return journal.findLast(isOpen) ?? null;
}

/** Whether two JSON values say the same. */
export function isSameJson(x: unknown, y: unknown): boolean {
  return canonicalJson(x) === canonicalJson(y);
}
