import { findProblems, type LegalityContext } from './findProblems.ts';
import type { LegalityCode, LegalityProblem } from './legality.ts';
import { blocksOf, isToolUse, type Messages } from './message.ts';

/**
 * What needs no mark: open calls have one of their own, a branch that is done rests on a reply, and models do write empty
 * texts, which are left out without any loss.
 */
const unmarked: ReadonlySet<LegalityCode> = new Set<LegalityCode>([
  'dangling-call',
  'ends-on-assistant',
  'empty-text',
]);

/** Whether a problem is worth a mark on the turn that brought it in. */
export function isMarked({ severity, code }: Pick<LegalityProblem, 'severity' | 'code'>): boolean {
  return severity === 'error' && !unmarked.has(code);
}

/** The problems that the newest turn of `messages` brought in and that are worth a mark. */
export function newProblems(messages: Messages, context: LegalityContext): LegalityProblem[] {
  const from = newestTurnStart(messages);
  return findProblems(messages, context).filter(problem => problem.messageIndex >= from && isMarked(problem));
}

/** Index of the first message of the newest turn: what stands behind the reply before it and the results to that. */
export function newestTurnStart(messages: Messages): number {
  const reply = messages.findLastIndex(message => message.role === 'assistant');
  const before = messages.findLastIndex((message, index) => index < reply && message.role === 'assistant');
  const message = messages[before];
  if (!message) return 0;
  return before + (blocksOf(message).some(isToolUse) ? 2 : 1);
}
