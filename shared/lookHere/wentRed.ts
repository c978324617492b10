import { firstWords } from '../message.ts';
import { checksBy, checksOfLine } from './checksOfLine.ts';
import type { Remark } from './remark.ts';
import type { TurnFacts } from './turnFacts.ts';

/** The same check was green, then red, and has not been green again on this line; nor has another of its runner. */
export function wentRed(line: readonly TurnFacts[]): Remark[] {
  const checks = checksOfLine(line);
  return [...checksBy(checks, check => check.command).values()].flatMap((runs): Remark[] => {
    const green = runs.findLastIndex(run => run.outcome === 'green');
    const [before, after] = [runs[green], runs[green + 1]];
    if (!before || !after) return [];
    const isGreenAgain = checks
      .slice(checks.indexOf(after))
      .some(check => check.runner === after.runner && check.outcome === 'green');
    if (isGreenAgain) return [];
    const turns = [...new Set(runs.slice(green + 1).map(run => run.turn.id))];
    return [
      { rule: 'went-red', turns, params: { check: firstWords(after.command, 80), green: before.turn.turn } },
    ];
  });
}
