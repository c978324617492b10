import { type BranchRecord, MAIN } from './branch.ts';
import { currentQuestions, isOpenQuestion, type Question } from './gate.ts';
import { blocksOf, isToolUse, type Messages } from './message.ts';
import type { BranchRow, BranchState, SceneRow } from './rows.ts';

/** What a branch's row is made of. */
export interface BranchFacts {
  name: string;
  /** `branch.json`, or null where there is none that can be read. */
  record: BranchRecord | null;
  /** The branch it was forked from, where that one is part of the run. */
  parent: string | null;
  /** Scene id of the fork point. */
  origin: string | null;
  /** The scene it goes on from, rolled forward. */
  head: SceneRow | null;
  /** Whether the head's messages end on a reply without calls, see `endsOnReply`. */
  headEndsOnReply: boolean;
  /** Words of the live owner of the branch's lock, or null. */
  owner: string | null;
  /** The questions at the run's gate. */
  questions: readonly Question[];
  /** Why the branch itself is in doubt: a `branch.json` that cannot be read, a head that is missing. */
  problem: BranchRow['problem'];
}

/** The row of a branch of checkpoints. */
export function branchRow(facts: BranchFacts): BranchRow {
  const { name, record, head } = facts;
  const outcome = boundOutcome(facts);
  return {
    name,
    kind: name === MAIN ? 'main' : 'fork',
    parent: facts.parent,
    origin: facts.origin,
    originCall: null,
    ...(record?.created && { created: record.created }),
    head: head?.id ?? null,
    moves: (record?.moves ?? []).map(({ replaced: _forUndo, ...move }) => move),
    effects: record?.effects ?? 'ask',
    state: stateOf(facts),
    problem: facts.problem ?? outcome?.problem ?? null,
    model: record?.settings.model ?? head?.model ?? null,
    owner: facts.owner,
    ...(record?.restCaptures && { restCaptures: record.restCaptures }),
    ...(record?.fanOut && { fanOut: record.fanOut }),
  };
}

/** Whether nothing is left to do after these messages: the last one is a reply without calls. */
export function endsOnReply(messages: Messages): boolean {
  const last = messages.at(-1);
  return last?.role === 'assistant' && !blocksOf(last).some(isToolUse);
}

/** The recorded outcome, as long as the head has not moved on. */
function boundOutcome({ record, head }: BranchFacts): BranchRecord['outcome'] {
  const outcome = record?.outcome ?? null;
  return outcome !== null && outcome.scene === head?.id ? outcome : null;
}

/** Whether a question about a call of the head waits for the person. */
function isWaiting({ name, record, head, questions }: BranchFacts): boolean {
  const branch = { name, head: head?.id ?? null, moves: record?.moves ?? [] };
  return currentQuestions(questions, [branch]).some(isOpenQuestion);
}

/** Stop reasons after which a reply without calls is not the end. */
const stateOfStopReason = new Map<string, BranchState>([
  ['pause_turn', 'interrupted'],
  ['max_tokens', 'interrupted'],
  ['tool_use', 'interrupted'],
  ['refusal', 'refused'],
  ['model_context_window_exceeded', 'context-full'],
]);

function stateOf(facts: BranchFacts): BranchState {
  if (facts.owner !== null) return 'running';
  if (isWaiting(facts)) return 'waiting';
  const outcome = boundOutcome(facts);
  if (outcome) return outcome.state;
  if (facts.head === null || !facts.headEndsOnReply) return 'interrupted';
  return stateOfStopReason.get(facts.head.stopReason ?? '') ?? 'done';
}
