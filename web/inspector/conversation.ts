import { type PairedCall, pairCalls } from '../../shared/calls.ts';
import { foundPlace, type SoughtPlace } from '../../shared/foundPlace.ts';
import {
  type Block,
  blocksOf,
  isText,
  isThinking,
  isToolResult,
  type Message,
  type Messages,
} from '../../shared/message.ts';

/** A part of a message as it is shown: a block, or a call together with its result. */
export type ConversationPart =
  | { kind: 'block'; block: Block }
  | { kind: 'call'; paired: PairedCall }
  /** A result that answers no call before it. */
  | { kind: 'orphan'; block: Block };

/** A message of the conversation. Results stand with their calls, so a message of results alone is not shown. */
export interface ConversationEntry {
  index: number;
  role: Message['role'];
  parts: ConversationPart[];
  /** Line of the transcript it came from. */
  line: number | null;
}

export interface Conversation {
  /** What the model had seen before this turn. */
  before: ConversationEntry[];
  /** What this turn added. */
  added: ConversationEntry[];
}

/**
 * The conversation of a scene: calls paired with their results, split where this turn begins.
 * @param newFrom index of the first message that the turn added
 * @param lines the transcript's line of each message; empty for checkpoints
 */
export function conversationOf(messages: Messages, newFrom: number, lines: readonly number[]): Conversation {
  const paired = pairCalls(messages);
  const callAt = new Map(paired.map(entry => [`${entry.messageIndex}/${entry.blockIndex}`, entry]));
  const answers = new Set<Block | null>(paired.map(entry => entry.result));
  const entries = messages.map((message, index): ConversationEntry => {
    const parts = blocksOf(message).flatMap((block, blockIndex): ConversationPart[] => {
      const call = callAt.get(`${index}/${blockIndex}`);
      if (call) return [{ kind: 'call', paired: call }];
      if (answers.has(block)) return [];
      return [{ kind: isToolResult(block) ? 'orphan' : 'block', block }];
    });
    return { index, role: message.role, parts, line: lines[index] ?? null };
  });
  const isShown = ({ parts, index }: ConversationEntry) =>
    parts.length > 0 || blocksOf(messages[index] ?? { role: 'user', content: [] }).length === 0;
  return {
    before: entries.slice(0, newFrom).filter(isShown),
    added: entries.slice(newFrom).filter(isShown),
  };
}

/** Index of the entry that holds a place: the one with its call, else the one with its words; or null. */
export function indexOfPlace(entries: readonly ConversationEntry[], place: SoughtPlace): number | null {
  const { callId } = place.hit;
  const found = entries.map(({ parts }) => {
    if (callId !== null) return parts.some(part => part.kind === 'call' && part.paired.call.id === callId);
    return parts.some(part => part.kind === 'block' && foundPlace(wordsOf(part.block), place)?.isExact);
  });
  const index = found.indexOf(true);
  return index < 0 ? null : index;
}

function wordsOf(block: Block): string {
  if (isText(block)) return block.text;
  return isThinking(block) ? block.thinking : '';
}
