import { pairCalls } from '../calls.ts';
import { canonicalJson } from '../digest.ts';
import { firstWords, type Message, type Messages, textOfMessage, textOfResult } from '../message.ts';
import { resultKindOf } from '../resultKind.ts';
import type { CallRow, SceneRow } from '../rows.ts';

/** A turn of one side, as far as it lies behind the ancestor. */
export interface Step {
  turn: number;
  a: SceneRow | null;
  b: SceneRow | null;
  /** The turn's last scene. */
  last: SceneRow;
  /** The scene before its first; null at the beginning. */
  before: SceneRow | null;
  /** The reply belongs to the shared past, and only its calls were answered here. */
  isReplyShared: boolean;
}

/** Scenes of a line behind `ancestor` as turns. An A and the B that follows it are one. */
export function stepsOf(scenes: readonly SceneRow[], ancestor: SceneRow | null): Step[] {
  const steps: Step[] = [];
  let before = ancestor;
  for (const row of scenes) {
    const open = steps.at(-1);
    const isOfOpen = open?.a?.id === row.parent && open?.b === null && open.turn === row.turn;
    if (row.point === 'B' && open && isOfOpen) {
      open.b = row;
      open.last = row;
    } else {
      const isReplyShared =
        row.point === 'B' && before?.point === 'A' && before.turn === row.turn && before.id === row.parent;
      const points = row.point === 'A' ? { a: row, b: null } : { a: null, b: row };
      steps.push({ turn: row.turn, ...points, last: row, before, isReplyShared });
    }
    before = row;
  }
  return steps;
}

/** A call with what its messages say of it, where they can be read. */
export interface StepCall {
  row: CallRow;
  /** Equal for equal inputs; null where only the key argument is known. */
  inputKey: string | null;
  input: unknown;
  /** The whole text of the result; null where it has none, or where only its first line is known. */
  output: string | null;
  isSimulated: boolean;
}

/** A turn with what was said in it. */
export interface StepContent {
  step: Step;
  /** The reply's text, or its first words where no more is known. */
  words: string;
  calls: StepCall[];
}

/**
 * Reads the turns of a side out of the messages of its end, which hold those of all turns before it. Turns that a
 * compaction left out of them, or that do not fit, are known by their rows alone.
 * @param messages of the end; null where it cannot be read
 */
export function contentsOf(steps: readonly Step[], messages: Messages | null): StepContent[] {
  return steps.map(step => {
    const own = messages === null ? null : messagesOfStep(step, messages);
    return own === null ? contentOfRow(step) : contentOfMessages(step, own);
  });
}

function messagesOfStep({ last, before, isReplyShared }: Step, messages: Messages): Messages | null {
  if (last.problem !== null || last.messageCount > messages.length) return null;
  if (before?.problem) return null;
  const start = (before?.messageCount ?? 0) - (isReplyShared ? 1 : 0);
  const own = messages.slice(Math.max(0, start), last.messageCount);
  return isOfRow(own, last) ? own : null;
}

function isOfRow(messages: Messages, row: SceneRow): boolean {
  const calls = pairCalls(messages);
  const isSameCalls =
    calls.length === row.calls.length && calls.every(({ call }, index) => call.id === row.calls[index]?.id);
  return isSameCalls && firstWords(wordsIn(messages, row.turn)) === row.words;
}

function wordsIn(messages: Messages, turn: number): string {
  const isSaid = ({ role }: Message) => role === (turn === 0 ? 'user' : 'assistant');
  const message = messages.findLast(isSaid);
  return message ? textOfMessage(message) : '';
}

function contentOfMessages(step: Step, messages: Messages): StepContent {
  const rows = step.last.calls;
  const calls = pairCalls(messages).flatMap(({ call, result }, index): StepCall[] => {
    const row = rows[index];
    if (!row) return [];
    return [
      {
        row,
        inputKey: canonicalJson(call.input),
        input: call.input,
        output: result === null ? null : textOfResult(result),
        isSimulated: result !== null && resultKindOf(result) === 'simulated',
      },
    ];
  });
  return { step, words: wordsIn(messages, step.turn), calls };
}

function contentOfRow(step: Step): StepContent {
  const calls = step.last.calls.map(row => ({
    row,
    inputKey: null,
    input: null,
    output: null,
    isSimulated: false,
  }));
  return { step, words: step.last.words, calls };
}
