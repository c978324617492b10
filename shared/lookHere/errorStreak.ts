import type { Remark } from './remark.ts';
import type { TurnFacts } from './turnFacts.ts';

/** Two in a row happen to everyone. */
const minTurns = 3;

/** Turns in a row in each of which every call failed. */
export function errorStreak(line: readonly TurnFacts[]): Remark[] {
  const remarks: Remark[] = [];
  let streak: string[] = [];
  const close = () => {
    if (streak.length >= minTurns)
      remarks.push({ rule: 'error-streak', turns: streak, params: { count: streak.length } });
    streak = [];
  };
  for (const { id, calls } of line) {
    const hasFailed = calls.length > 0 && calls.every(call => call.failure !== null);
    if (hasFailed) streak.push(id);
    else close();
  }
  close();
  return remarks;
}
