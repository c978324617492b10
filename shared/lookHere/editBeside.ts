import { stemOf } from './checkFacts.ts';
import { type CheckAt, checksOfLine } from './checksOfLine.ts';
import type { Remark } from './remark.ts';
import type { TurnFacts } from './turnFacts.ts';

/** Prose is not what a check looks at. */
const prose = /\.(?:md|markdown|mdx|txt|rst|adoc)$/i;

/**
 * Between two red runs of one check passages were edited only in files that the first of them does not name: the check
 * looked elsewhere than the edit, and stayed red. One remark for each file.
 */
export function editBeside(line: readonly TurnFacts[]): Remark[] {
  const remarks = new Map<string, Remark>();
  const checks = checksOfLine(line);
  for (const [position, first] of checks.entries()) {
    const next = checks.slice(position + 1).find(check => check.runner === first.runner);
    if (first.outcome !== 'red' || next?.outcome !== 'red' || first.names.length === 0) continue;
    const edits = editsBetween(line, first, next);
    if (edits.some(({ file }) => first.names.includes(stemOf(file)))) continue;
    for (const { file, turn } of edits) {
      const known = remarks.get(file);
      const params = { file, red: first.turn.turn, again: next.turn.turn };
      if (!known) remarks.set(file, { rule: 'edit-beside', turns: [turn], params });
      else if (!known.turns.includes(turn)) known.turns.push(turn);
    }
  }
  return [...remarks.values()];
}

interface Edited {
  file: string;
  turn: string;
}

function editsBetween(line: readonly TurnFacts[], first: CheckAt, next: CheckAt): Edited[] {
  return line.slice(first.index, next.index + 1).flatMap((turn, offset) =>
    turn.calls.flatMap(({ edits }, position) => {
      const index = first.index + offset;
      const isBehind = index > first.index || position > first.position;
      const isBefore = index < next.index || position < next.position;
      if (!isBehind || !isBefore) return [];
      return edits
        .filter(edit => edit.from !== null && !prose.test(edit.file))
        .map(({ file }) => ({ file, turn: turn.id }));
    }),
  );
}
