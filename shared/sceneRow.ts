import { callsOfLastReply, lastReplyIndex, type PairedCall } from './calls.ts';
import type { CaptureNote } from './capture.ts';
import { type Checkpoint, captureOf, editsOf, type Point } from './checkpoint.ts';
import type { Edit } from './decision.ts';
import { blocksOf, firstWords, isThinking, type Messages, textOfMessage, textOfResult } from './message.ts';
import { newProblems } from './newProblems.ts';
import type { CallRow, SceneFlag, SceneRow } from './rows.ts';
import { toolClassFromName } from './toolClass.ts';

/** A row without its place. */
export type SceneContent = Omit<
  SceneRow,
  'id' | 'branch' | 'parent' | 'file' | 'folderOfMove' | 'provenance'
>;

/** What a row says of a scene of which nothing is known but its turn and point. */
export const unknownContent: Omit<SceneContent, 'turn' | 'point'> = {
  savedAt: null,
  model: null,
  stopReason: null,
  usage: null,
  tokensUsed: 0,
  messageCount: 0,
  words: '',
  input: null,
  calls: [],
  flags: [],
  capture: null,
  problem: null,
};

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

/**
 * The row of a checkpoint, apart from where it lies and what it follows.
 * @param isOwn whether its id holds: other programs copy our fields along into scenes that they do not fit
 */
export function contentOfCheckpoint(
  checkpoint: Checkpoint,
  turn: number,
  point: Point,
  isOwn: boolean,
): SceneContent {
  const stopReason = checkpoint.stopReason ?? null;
  const content = turnContentOf(checkpoint.messages, turn, stopReason);
  const capture = isOwn ? captureOf(checkpoint) : null;
  const edits = isOwn ? editsOf(checkpoint) : [];
  return {
    ...content,
    flags: [
      ...content.flags,
      ...flagsOfEdits(edits),
      ...flagsOfCapture(capture),
      ...flagsOfLegality(checkpoint.messages, stopReason),
    ],
    capture,
    turn,
    point,
    savedAt: checkpoint.savedAt ?? null,
    ...(checkpoint.begunAt !== undefined && isOwn && { begunAt: checkpoint.begunAt }),
    model: checkpoint.model ?? null,
    stopReason,
    usage: checkpoint.usage ?? null,
    tokensUsed: checkpoint.tokensUsed,
    problem: null,
  };
}

/** Of what a person or a resume changed, only these make a turn another than the model alone would have made it. */
const editedKinds: ReadonlySet<Edit['kind']> = new Set([
  'settings',
  'result',
  'input',
  'decided',
  'repaired',
]);

function flagsOfEdits(edits: readonly Edit[]): SceneFlag[] {
  const flags: SceneFlag[] = edits.some(edit => editedKinds.has(edit.kind)) ? ['edited'] : [];
  if (edits.some(edit => edit.kind === 'simulated')) flags.push('simulated');
  return flags;
}

function flagsOfLegality(messages: Messages, stopReason: string | null): SceneFlag[] {
  return newProblems(messages, { stopReason }).length === 0 ? [] : ['illegal'];
}

function flagsOfCapture(capture: CaptureNote | null): SceneFlag[] {
  return capture === null || capture.state === 'ok' ? [] : ['not-captured'];
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
  'command',
  'cmd',
  'pattern',
  'query',
  'file_path',
  'path',
  'notebook_path',
  'url',
  'to',
];
/** They name a call where nothing says more; written out with its other arguments, they are arguments like them. */
const titleArguments = ['title', 'subject', 'description'];

/** The name of the argument that says what a call is about (a path, a command, a recipient), or null. */
export function keyArgumentOf(input: Record<string, unknown>): string | null {
  return keyArguments.find(name => typeof input[name] === 'string') ?? null;
}

/** The argument that says most about a call, on one line. */
export function callDetail(input: unknown): string {
  if (typeof input !== 'object' || input === null) return firstWords(String(input ?? ''), 120);
  const record: Record<string, unknown> = { ...input };
  const texts = Object.values(record).filter(value => typeof value === 'string');
  const key = keyArgumentOf(record) ?? titleArguments.find(name => typeof record[name] === 'string');
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
