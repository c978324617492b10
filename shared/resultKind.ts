import { type ToolResultBlock, textOfResult } from './message.ts';

/** How the result of a call begins that the person refused. It is no failure. */
export const REFUSED_WORDS = 'Refused by the person, not run.';
/** How the result of a call begins that a dry run did not let happen. */
export const SIMULATED_WORDS = 'Simulated, this is a dry run:';

/** What a result stands for. A refusal counts as one also where another program marked it as an error. */
export type ResultKind = 'answered' | 'error' | 'refused' | 'simulated';

/** How other programs say that the person refused a call: Claude Code, and what it says of the calls beside it. */
const foreignRefusals = [
  "The user doesn't want to proceed with this tool use.",
  "The user doesn't want to take this action right now.",
  '[Request interrupted by user for tool use]',
];

/** Tells results apart by their mark and their first words. */
export function resultKindOf(result: ToolResultBlock): ResultKind {
  const start = textOfResult(result).slice(0, 200).trimStart();
  if (start.startsWith(SIMULATED_WORDS)) return 'simulated';
  const isRefusal = [REFUSED_WORDS, ...foreignRefusals].some(words => start.startsWith(words));
  if (isRefusal) return 'refused';
  return result.is_error === true ? 'error' : 'answered';
}
