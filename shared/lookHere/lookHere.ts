import { claimWhileRed } from './claimWhileRed.ts';
import { contextJump } from './contextJump.ts';
import { editBeside } from './editBeside.ts';
import { effectAfterError } from './effectAfterError.ts';
import { errorStreak } from './errorStreak.ts';
import { neverGreen } from './neverGreen.ts';
import type { Remark } from './remark.ts';
import { sameFailure } from './sameFailure.ts';
import { toAndFro } from './toAndFro.ts';
import type { TurnFacts } from './turnFacts.ts';
import { wentRed } from './wentRed.ts';

/** The rules, each over the turns of one line from its root. */
const rules: readonly ((line: readonly TurnFacts[]) => Remark[])[] = [
  editBeside,
  claimWhileRed,
  toAndFro,
  sameFailure,
  errorStreak,
  wentRed,
  neverGreen,
  contextJump,
  effectAfterError,
];

/**
 * All remarks about a run. Every line is looked at by itself, from its root to its end; what two lines have in common
 * is said once, in the form that tells most.
 * @param turns parents before children; a turn whose parent is missing starts a line
 */
export function lookHere(turns: readonly TurnFacts[]): Remark[] {
  const byId = new Map(turns.map(turn => [turn.id, turn]));
  const parents = new Set(turns.map(turn => turn.parent));
  const found = new Map<string, Remark>();
  for (const last of turns.filter(turn => !parents.has(turn.id))) {
    const line = lineTo(last, byId);
    for (const remark of rules.flatMap(rule => rule(line))) {
      const key = keyOf(remark);
      const known = found.get(key);
      if (!known || known.turns.length < remark.turns.length) found.set(key, remark);
    }
  }
  const order = new Map(turns.map(({ id }, index) => [id, index]));
  const placeOf = (remark: Remark) => order.get(standingTurns(remark)[0] ?? '') ?? 0;
  return [...found.values()].sort((x, y) => placeOf(x) - placeOf(y));
}

/** The turns that stand out for a remark: of checks that stay red only the last, since each of them shows as an error. */
export function standingTurns({ rule, turns }: Remark): string[] {
  return rule === 'never-green' || rule === 'went-red' ? turns.slice(-1) : turns;
}

/** Two lines share a remark where the same rule says the same of the same thing, from the same turn on. */
function keyOf({ rule, turns: [first], params }: Remark): string {
  return JSON.stringify([rule, first, params.file, params.detail, params.check]);
}

function lineTo(last: TurnFacts, byId: ReadonlyMap<string, TurnFacts>): TurnFacts[] {
  const line: TurnFacts[] = [];
  const seen = new Set<string>();
  for (let at: TurnFacts | undefined = last; at && !seen.has(at.id); at = byId.get(at.parent ?? '')) {
    seen.add(at.id);
    line.push(at);
  }
  return line.reverse();
}
