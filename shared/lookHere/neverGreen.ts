import { checksBy, checksOfLine } from './checksOfLine.ts';
import type { Remark } from './remark.ts';
import type { TurnFacts } from './turnFacts.ts';

/** Checks of one runner ran in two turns or more and were red each time. */
export function neverGreen(line: readonly TurnFacts[]): Remark[] {
  const groups = checksBy(checksOfLine(line), check => check.runner);
  return [...groups].flatMap(([runner, runs]): Remark[] => {
    const turns = [...new Set(runs.map(run => run.turn.id))];
    if (turns.length < 2 || runs.some(run => run.outcome === 'green')) return [];
    return [{ rule: 'never-green', turns, params: { check: runner, count: runs.length } }];
  });
}
