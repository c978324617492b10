import { type TestCounts, testCounts } from './compare/testCounts.ts';
import { exitCodeIn, plainText } from './lookHere/checkFacts.ts';
import { REFUSED_WORDS } from './resultKind.ts';
import type { CallRow } from './rows.ts';

/** How a command ended: by its result's mark, the exit code it names, and the tests it counts as failed. */
export interface CommandEnd {
  /** `unknown` while there is no result. */
  state: 'passed' | 'failed' | 'unknown';
  exitCode: number | null;
  counts: TestCounts | null;
}

/**
 * Reads out of its result how a command ended.
 * @param output the whole text of the result, or as much as is known of it
 */
export function commandEnd({ state }: Pick<CallRow, 'state'>, output: string): CommandEnd {
  const exitCode = exitCodeIn(plainText(output));
  const counts = testCounts(output);
  const isFailure = state === 'error' || (exitCode ?? 0) !== 0 || (counts?.failed ?? 0) > 0;
  return { state: state === 'dangling' ? 'unknown' : isFailure ? 'failed' : 'passed', exitCode, counts };
}

/** Whether a result says that a person or a wrong input kept the command from running: that is no end of it. */
export function saysNotRun(output: string): boolean {
  const said = output.trimStart();
  return said.startsWith('Not run:') || said.startsWith(REFUSED_WORDS);
}
