import { type Bisection, bisect, type TurnVerdict } from '../../shared/bisect.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import type { TurnNotes } from './turnNotes.ts';

/** The search for the first bad turn: the line that it goes along, and where it stands. */
export interface FirstBadSearch {
  /** Turn ids, the first turn first. */
  line: readonly string[];
  bisection: Bisection;
}

/**
 * Where the search stands, from nothing but what is marked: it goes on after a reload, and in another tab.
 * @param notes by turn id
 * @param shown the turn that is looked at, or null
 */
export function firstBadSearch(
  graph: RunGraph,
  notes: ReadonlyMap<string, TurnNotes>,
  shown: string | null,
): FirstBadSearch {
  const verdicts = new Map<string, TurnVerdict>();
  for (const [turn, { verdict }] of notes) if (verdict !== null) verdicts.set(turn, verdict);
  const line = searchLine(graph, verdicts, shown);
  const [first = ''] = line;
  // The task stands before any reply: nothing can have gone wrong there yet.
  if (graph.turns.get(first)?.turn === 0 && !verdicts.has(first)) verdicts.set(first, 'good');
  return { line, bisection: bisect(line, verdicts) };
}

/**
 * The line that leads to a bad turn, and on to the last marked turn behind it. Of several bad turns one whose line the
 * shown turn shares, the earliest; else the first. Without any it is the line of the shown turn.
 */
function searchLine(
  graph: RunGraph,
  verdicts: ReadonlyMap<string, TurnVerdict>,
  shown: string | null,
): readonly string[] {
  const lines = new Map([...verdicts.keys()].map(turn => [turn, lineOfTurn(graph, turn)]));
  const ofShown = shown === null ? [] : lineOfTurn(graph, shown);
  const bad = [...lines.keys()].filter(turn => verdicts.get(turn) === 'bad');
  const isShared = (turn: string) => ofShown.includes(turn) || lines.get(turn)?.includes(shown ?? '');
  const meant = shortest(bad.filter(isShared), lines) ?? bad[0];
  if (meant === undefined) return ofShown;
  const through = [...lines.values()].filter(line => line.includes(meant));
  return through.reduce((longest, line) => (line.length > longest.length ? line : longest));
}

function shortest(
  turns: readonly string[],
  lines: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  return turns.toSorted((x, y) => (lines.get(x)?.length ?? 0) - (lines.get(y)?.length ?? 0))[0];
}

/** Turn ids from the first turn to this one, following parents. */
function lineOfTurn(graph: RunGraph, turn: string): string[] {
  const line: string[] = [];
  const seen = new Set<string>();
  for (let id: string | null = turn; id !== null && !seen.has(id); id = graph.turns.get(id)?.parent ?? null) {
    if (!graph.turns.has(id)) break;
    seen.add(id);
    line.push(id);
  }
  return line.reverse();
}
