import type { Remark } from './remark.ts';
import type { CallFacts, TurnFacts } from './turnFacts.ts';

interface Failing {
  call: CallFacts;
  turns: string[];
}

/**
 * The same call with the same input failed with the same words in another turn, and no file was changed by a call in
 * between: nothing let one expect another end.
 */
export function sameFailure(line: readonly TurnFacts[]): Remark[] {
  const remarks: Remark[] = [];
  let failing = new Map<string, Failing>();
  const close = () => {
    for (const { call, turns } of failing.values()) {
      if (turns.length > 1) remarks.push(remarkOf(call, turns));
    }
    failing = new Map();
  };
  for (const turn of line) {
    for (const call of turn.calls) {
      if (call.edits.length > 0) close();
      else if (call.failure) note(failing, call, turn.id);
      else if (call.state === 'answered') failing.delete(call.key);
    }
    if (turn.hasInput && turn.calls.length === 0) close();
  }
  close();
  return remarks;
}

function note(failing: Map<string, Failing>, call: CallFacts, turn: string): void {
  const known = failing.get(call.key);
  if (known?.call.failure?.digest !== call.failure?.digest) failing.set(call.key, { call, turns: [turn] });
  else if (known && known.turns.at(-1) !== turn) known.turns.push(turn);
}

function remarkOf({ name, detail }: CallFacts, turns: string[]): Remark {
  return { rule: 'same-failure', turns, params: { count: turns.length, tool: name, detail } };
}
