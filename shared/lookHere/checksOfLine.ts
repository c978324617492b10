import type { CheckFacts } from './checkFacts.ts';
import type { TurnFacts } from './turnFacts.ts';

/** A check with its place on a line. */
export interface CheckAt extends CheckFacts {
  /** Position of its turn on the line, and of its call within the turn. */
  index: number;
  position: number;
  turn: TurnFacts;
}

/** The checks of a line in the order in which they ran. */
export function checksOfLine(line: readonly TurnFacts[]): CheckAt[] {
  return line.flatMap((turn, index) =>
    turn.calls.flatMap(({ check }, position) => (check ? [{ ...check, turn, index, position }] : [])),
  );
}

/** The checks by a key of theirs. */
export function checksBy(
  checks: readonly CheckAt[],
  keyOf: (check: CheckAt) => string,
): Map<string, CheckAt[]> {
  const groups = new Map<string, CheckAt[]>();
  for (const check of checks) {
    const group = groups.get(keyOf(check));
    if (group) group.push(check);
    else groups.set(keyOf(check), [check]);
  }
  return groups;
}
