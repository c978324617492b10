import type { CallRow } from '../../shared/rows.ts';
import { isCountedTurn, type RunGraph, type TurnNode } from '../../shared/runGraph.ts';
import { type TurnFilter, turnMatches } from '../../shared/turnFilter.ts';

/** A value that turns can be filtered by, and how many turns have it. */
export interface Choice {
  value: string;
  turns: number;
}

export interface FilterChoices {
  tools: Choice[];
  files: Choice[];
  branches: string[];
}

/** Longer lists are typed into, not chosen from. */
const maxFiles = 500;

/** What the turns of a run can be filtered by: the most common first. */
export function filterChoicesOf(graph: RunGraph): FilterChoices {
  const tools = new Map<string, number>();
  const files = new Map<string, number>();
  for (const node of graph.turns.values()) {
    const calls = (node.b ?? node.a)?.calls ?? [];
    countEach(
      tools,
      calls.map(call => call.name),
    );
    countEach(
      files,
      calls.filter(isAboutFile).map(call => call.detail),
    );
  }
  return {
    tools: byCount(tools),
    files: byCount(files).slice(0, maxFiles),
    branches: [...graph.branches.keys()],
  };
}

function countEach(counts: Map<string, number>, values: readonly string[]): void {
  for (const value of new Set(values)) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
}

function byCount(counts: ReadonlyMap<string, number>): Choice[] {
  return [...counts]
    .map(([value, turns]) => ({ value, turns }))
    .sort((x, y) => y.turns - x.turns || x.value.localeCompare(y.value));
}

/** Calls that change a file, and those that read one: their key argument is its path. */
function isAboutFile({ toolClass, name, detail }: CallRow): boolean {
  if (/\s/.test(detail)) return false;
  return toolClass === 'workspace' || (toolClass === 'read' && /read|view|open/i.test(name));
}

/** The turns that a filter lets through, in the order of the graph; the task is no turn. */
export function matchingTurns(graph: RunGraph, filter: TurnFilter): TurnNode[] {
  return graph.order.flatMap(id => {
    const node = graph.turns.get(id);
    return node && isCountedTurn(node, graph) && turnMatches(node, filter) ? [node] : [];
  });
}
