import type { CommandResult, ComparedCommand } from '../../shared/compare/comparison.ts';

/** The last result of a test run, and its command line. */
export interface LastTest {
  command: string;
  result: CommandResult;
}

/** The tests that a side ran last, of those that others ran as well. */
export function lastTest(commands: readonly ComparedCommand[], side: number): LastTest | null {
  const ran = commands.flatMap(({ command, isTest, results }): LastTest[] => {
    const result = results[side];
    return isTest && result ? [{ command, result }] : [];
  });
  return ran.toSorted((x, y) => y.result.at.turn - x.result.at.turn)[0] ?? null;
}
