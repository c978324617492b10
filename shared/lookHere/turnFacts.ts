import { type PairedCall, pairCalls } from '../calls.ts';
import { digestOf, digestOfValue } from '../digest.ts';
import { contextTokensOf, firstWords, type Messages, textOfMessage, textOfResult } from '../message.ts';
import type { CallRow } from '../rows.ts';
import { sceneOfTurn, type TurnNode } from '../runGraph.ts';
import { callRow } from '../sceneRow.ts';
import { isRecord } from '../schema.ts';
import { type CheckFacts, checkOf } from './checkFacts.ts';
import { claimIn } from './claims.ts';
import { type EditFacts, editsOfCall } from './editFacts.ts';

/** What the rules need to know of a call. */
export interface CallFacts {
  id: string;
  name: string;
  /** The key argument on one line. */
  detail: string;
  toolClass: CallRow['toolClass'];
  state: CallRow['state'];
  /** Digest of tool and input: equal calls, equal keys. */
  key: string;
  /** Digest and first words of what a failed call said. */
  failure: { digest: string; words: string } | null;
  edits: EditFacts[];
  check: CheckFacts | null;
  /** The sentence in which its input claims success, or null. */
  claim: string | null;
  resultLength: number;
}

/** What the rules need to know of a turn: light, so that those of a whole run can be held. */
export interface TurnFacts {
  /** Id of the turn in the graph, and of the one before it. */
  id: string;
  parent: string | null;
  turn: number;
  /** Tokens of the request, or null where nobody counted them. */
  contextTokens: number | null;
  /** The context was compacted before it, or it was simulated, or a person spoke: what came before says less. */
  isCompacted: boolean;
  isSimulated: boolean;
  hasInput: boolean;
  calls: CallFacts[];
  /** The sentence in which the reply claims success, or null. */
  claim: string | null;
}

/** Takes the facts of a turn from the messages that it added. */
export function factsOfTurn(node: TurnNode, messages: Messages): TurnFacts {
  const row = sceneOfTurn(node, null);
  const usage = row?.usage ?? node.a?.usage;
  const reply = messages.findLast(message => message.role === 'assistant');
  const rows = new Map((row?.calls ?? []).map(call => [call.id, call]));
  return {
    id: node.id,
    parent: node.parent,
    turn: node.turn,
    contextTokens: usage ? contextTokensOf(usage) : null,
    isCompacted: [node.a, node.b].some(scene => scene?.flags.includes('compaction')),
    isSimulated: [node.a, node.b].some(scene => scene?.flags.includes('simulated')),
    hasInput: (node.a ?? node.b)?.input !== null,
    calls: pairCalls(messages).map(call => factsOfCall(call, rows.get(call.call.id))),
    claim: reply ? claimIn(textOfMessage(reply)) : null,
  };
}

function factsOfCall(paired: PairedCall, known: CallRow | undefined): CallFacts {
  const { call, result } = paired;
  const { id, name, detail, toolClass, state } = known ?? callRow(paired);
  const text = result ? textOfResult(result) : '';
  const failure = state === 'error' && !isRefusal(text) ? failureOf(text) : null;
  const isDone = state === 'answered';
  return {
    id,
    name,
    detail,
    toolClass,
    state,
    key: digestOfValue([name, call.input], 16),
    failure,
    edits: isDone ? editsOfCall(call) : [],
    check: result ? checkOf(call.input, text, state === 'error') : null,
    claim: toolClass === 'external' ? claimIn(stringsOf(call.input).join('\n')) : null,
    resultLength: text.length,
  };
}

function failureOf(text: string): { digest: string; words: string } {
  const line = text.split('\n', 20).find(part => part.trim() !== '') ?? '';
  return { digest: digestOf(text, 16), words: firstWords(line, 120) };
}

/** A person said no, or a call beside it failed first: the call itself did not. */
const refusals = [
  /^The user doesn't want to/i,
  /^(?:<tool_use_error>)?Sibling tool call errored/i,
  /^\[Request interrupted/i,
  /^User rejected/i,
];

function isRefusal(text: string): boolean {
  return refusals.some(pattern => pattern.test(text.trimStart()));
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  return isRecord(value) ? Object.values(value).flatMap(stringsOf) : [];
}
