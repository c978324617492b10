import { callsOfLastReply, lastReplyIndex, type PairedCall } from './calls.ts';
import type { Checkpoint, Point } from './checkpoint.ts';
import { blocksOf, firstWords, isThinking, type Messages, textOfMessage, textOfResult } from './message.ts';
import type { CallRow, SceneFlag, SceneRow } from './rows.ts';
import { toolClassFromName } from './toolClass.ts';

/** What a row takes from `messages`: the words, calls and flags of the newest turn. */
export type TurnContent = Pick<SceneRow, 'words' | 'input' | 'calls' | 'flags' | 'messageCount'>;

/** Reads the newest turn out of `messages`: its reply, the calls in it and their results. */
export function turnContentOf(messages: Messages, turn: number, stopReason: string | null): TurnContent {
  const index = turn === 0 ? -1 : lastReplyIndex(messages);
  const reply = messages[index];
  const before = index > 0 ? messages[index - 1] : undefined;
  const said = turn === 0 ? messages.findLast(message => message.role === 'user') : before;
  const input = said && said.role === 'user' ? firstWords(textOfMessage(said)) : '';
  return {
    words: reply ? firstWords(textOfMessage(reply)) : input,
    input: input === '' ? null : input,
    calls: reply ? callsOfLastReply(messages).map(callRow) : [],
    flags: flagsOfReply(reply !== undefined && blocksOf(reply).some(isThinking), stopReason),
    messageCount: messages.length,
  };
}

/** The row of a checkpoint, apart from where it lies and what it follows. */
export function contentOfCheckpoint(
  checkpoint: Checkpoint,
  turn: number,
  point: Point,
): Omit<SceneRow, 'id' | 'branch' | 'parent' | 'file' | 'folderOfMove' | 'provenance'> {
  const stopReason = checkpoint.stopReason ?? null;
  const content = turnContentOf(checkpoint.messages, turn, stopReason);
  const flags = checkpoint.edits === undefined ? content.flags : [...content.flags, 'edited' as const];
  return {
    ...content,
    flags,
    turn,
    point,
    savedAt: checkpoint.savedAt ?? null,
    model: checkpoint.model ?? null,
    stopReason,
    usage: checkpoint.usage ?? null,
    tokensUsed: checkpoint.tokensUsed,
    problem: null,
  };
}

/** A call as a row: its key argument, its class by name, and the first line of its result. */
export function callRow({ call, result }: PairedCall): CallRow {
  return {
    id: call.id,
    name: call.name,
    detail: callDetail(call.input),
    toolClass: toolClassFromName(call.name),
    state: result === null ? 'dangling' : result.is_error ? 'error' : 'answered',
    result: result === null ? null : firstWords(firstLine(textOfResult(result)), 120),
  };
}

const keyArguments = [
  'file_path',
  'path',
  'command',
  'cmd',
  'pattern',
  'query',
  'url',
  'to',
  'title',
  'subject',
  'description',
];

/** The argument that says most about a call, on one line. */
export function callDetail(input: unknown): string {
  if (typeof input !== 'object' || input === null) return firstWords(String(input ?? ''), 120);
  const record = input as Record<string, unknown>;
  const texts = Object.values(record).filter(value => typeof value === 'string');
  const key = keyArguments.find(name => typeof record[name] === 'string');
  return firstWords(String(key === undefined ? (texts[0] ?? '') : record[key]), 120);
}

function firstLine(text: string): string {
  return text.split('\n', 20).find(line => line.trim() !== '') ?? '';
}

const flagOfStopReason = new Map<string, SceneFlag>([
  ['max_tokens', 'truncated'],
  ['pause_turn', 'paused'],
  ['refusal', 'refused'],
  ['model_context_window_exceeded', 'context-full'],
]);

/** What a reply's thinking and its stop reason say about its turn. */
export function flagsOfReply(hasThinking: boolean, stopReason: string | null): SceneFlag[] {
  const flags: SceneFlag[] = hasThinking ? ['thinking'] : [];
  const stopped = flagOfStopReason.get(stopReason ?? '');
  if (stopped) flags.push(stopped);
  return flags;
}
