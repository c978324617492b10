import type { Problem } from '../../shared/errors.ts';
import { isErrorCode, wordsOfProblem } from '../../shared/errorWords.ts';
import { words } from './words.ts';

/** A problem as rows and replies carry it: its code may come from a newer server. */
export interface WireProblem {
  code: string;
  params: Record<string, unknown>;
}

/** A problem as a sentence for the page; one that this page does not know is named by its code. */
export function wordsOf(problem: WireProblem): string {
  if (!isErrorCode(problem.code)) return words('ui.unknownProblem', { code: problem.code });
  return wordsOfProblem(problem as Problem);
}
