import { isTestCommand } from '../lookHere/checkFacts.ts';
import { firstWords, totalTokensOf } from '../message.ts';
import type { EffectRow, SceneRow } from '../rows.ts';
import type { RunGraph } from '../runGraph.ts';
import type { CallCell, CellMark, TurnCell, TurnDifference } from './comparison.ts';
import type { SideLine } from './sideLine.ts';
import { saysTheSame } from './steadyText.ts';
import type { Step, StepCall, StepContent } from './step.ts';
import { testCounts } from './testCounts.ts';

/** Longer first words are for the turn itself. */
const wordsShown = 160;

/** A turn of a side as a cell, before it stands in a row. */
export function cellOf(
  { step, words, calls }: StepContent,
  side: SideLine,
  effects: readonly EffectRow[],
): Omit<TurnCell, 'differences'> {
  const { last } = step;
  return {
    at: side.placeOf(last),
    words: firstWords(words, wordsShown),
    input: inputOf(step),
    calls: calls.map(callOf),
    tokens: tokensOf(step),
    durationMs: durationOf(step, side.graph),
    marks: marksOfStep(step, side, effects),
  };
}

function callOf({ row: { name, detail, state, result }, output }: StepCall): CallCell {
  const counts = output !== null && isTestCommand(detail) ? testCounts(output) : null;
  return { name, detail, state, result, ...(counts && { counts }) };
}

/** First words that a person said in the turn, as far as it lies behind the ancestor. */
export function inputOf({ a, b, isReplyShared }: Step): string | null {
  // What was said before a shared reply belongs to the shared past.
  return isReplyShared ? null : ((a ?? b)?.input ?? null);
}

/**
 * Tokens of the turn's request and reply; without usage, what the count along the line grew by. Null where nobody counted,
 * and where the reply belongs to the shared past.
 */
export function tokensOf({ a, b, last, before, isReplyShared }: Step): number | null {
  const usage = b?.usage ?? a?.usage;
  if (isReplyShared) return null;
  if (usage) return totalTokensOf(usage);
  if (last.problem !== null || before === null || before.problem !== null) return null;
  const growth = last.tokensUsed - before.tokensUsed;
  return growth > 0 ? growth : null;
}

/**
 * How long a turn was at work, in milliseconds: from its beginning to its last save point; a person's time before it does
 * not count.
 */
export function durationOf(step: Step, graph: RunGraph | null): number | null {
  const { savedAt } = step.last;
  const from = startOf(step, graph);
  if (!from || !savedAt || from === savedAt) return null;
  const durationMs = Date.parse(savedAt) - Date.parse(from);
  return Number.isFinite(durationMs) && durationMs >= 0 ? durationMs : null;
}

/**
 * When a turn was begun. Where that was not written down it was at the scene before; if a person went on from there (their
 * words, a fork, a rewind) nobody knows, and the turn begins with its calls.
 */
function startOf(step: Step, graph: RunGraph | null): string | null | undefined {
  const { a, b, before, last } = step;
  const begunAt = (a ?? b)?.begunAt;
  if (begunAt) return begunAt;
  const isGoneOn =
    before === null ||
    inputOf(step) !== null ||
    before.branch !== last.branch ||
    wasTaken(before, last, graph?.branches.get(last.branch)?.moves ?? []);
  return isGoneOn ? a?.savedAt : before.savedAt;
}

function wasTaken(
  before: SceneRow,
  last: SceneRow,
  moves: readonly { taken: string; at: string }[],
): boolean {
  return moves.some(move => move.taken === before.id && last.savedAt !== null && move.at < last.savedAt);
}

function marksOfStep(step: Step, side: SideLine, effects: readonly EffectRow[]): CellMark[] {
  const { a, b, last } = step;
  const marks: CellMark[] = [];
  if (a?.problem || b?.problem) marks.push('damaged');
  if (last.calls.some(call => call.state === 'error')) marks.push('error');
  if (last.calls.some(call => call.state === 'dangling')) marks.push('dangling');
  if (effects.some(effect => effect.toolClass === 'external')) marks.push('external');
  if (last.flags.includes('simulated')) marks.push('simulated');
  if (last.flags.includes('edited')) marks.push('edited');
  if (side.branchRow?.state === 'waiting' && side.branchRow.head === last.id) marks.push('waiting');
  return marks;
}

/** What is other in `content` than in `first`. */
export function differencesOf(first: StepContent, content: StepContent): TurnDifference[] {
  const found: TurnDifference[] = [];
  if (!isSameCalls(first, content)) found.push('call');
  else if (!everyCall(first, content, isSameInput)) found.push('input');
  if (found.length === 0 && !everyCall(first, content, isSameResult)) found.push('result');
  if (first.words !== content.words) found.push('words');
  if (first.step.last.model !== content.step.last.model) found.push('model');
  return found;
}

/** Whether two turns call the same tools about the same things, in the same order. */
function isSameCalls(x: StepContent, y: StepContent): boolean {
  return (
    x.step.last.problem === null &&
    y.step.last.problem === null &&
    x.calls.length === y.calls.length &&
    everyCall(x, y, (a, b) => a.row.name === b.row.name && a.row.detail === b.row.detail)
  );
}

function everyCall(x: StepContent, y: StepContent, isAlike: (x: StepCall, y: StepCall) => boolean): boolean {
  return x.calls.every((call, index) => {
    const other = y.calls[index];
    return other !== undefined && isAlike(call, other);
  });
}

/** Whether two calls about the same thing have the same arguments, as far as they are known. */
export function isSameInput(x: StepCall, y: StepCall): boolean {
  return x.inputKey === null || y.inputKey === null || x.inputKey === y.inputKey;
}

/** Whether two calls ended alike; times and durations in their results aside. */
export function isSameResult(x: StepCall, y: StepCall): boolean {
  if (x.row.state !== y.row.state) return false;
  const areWhole = x.output !== null && y.output !== null;
  return areWhole ? saysTheSame(x.output, y.output) : saysTheSame(x.row.result, y.row.result);
}
