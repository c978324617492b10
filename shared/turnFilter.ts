import { allMarksOf, isCountedTurn, type Mark, type RunGraph, type TurnNode } from './runGraph.ts';

/** What a filter can ask for by sign: a mark, a summary in place of what was before, turns that a rewind left. */
export const markKinds = [
  'error',
  'dangling',
  'external',
  'waiting',
  'simulated',
  'edited',
  'illegal',
  'remark',
  'bookmark',
  'note',
  'good',
  'bad',
  'not-captured',
  'damaged',
  'compaction',
  'left-behind',
] as const satisfies readonly (Mark | 'compaction' | 'left-behind')[];
export type MarkKind = (typeof markKinds)[number];

/**
 * Which turns stand out on the graph, the others are dimmed. A part that is empty asks for nothing; of several marks
 * or tools one is enough; of the parts all have to hold.
 */
export interface TurnFilter {
  marks: readonly MarkKind[];
  /** Names of tools that the turn called. */
  tools: readonly string[];
  /** A path that a call or an effect of the turn is about. */
  file: string | null;
  /** The branch that the turn belongs to. */
  branch: string | null;
}

/** The filter that lets every turn through. */
export const everyTurn: TurnFilter = { marks: [], tools: [], file: null, branch: null };

/** Whether a filter asks for anything. */
export function isFiltering({ marks, tools, file, branch }: TurnFilter): boolean {
  return marks.length > 0 || tools.length > 0 || file !== null || branch !== null;
}

/** The kinds of a turn, in the order in which they are listed. */
export function markKindsOf(node: TurnNode): MarkKind[] {
  const kinds: MarkKind[] = allMarksOf(node);
  if (isCompacted(node)) kinds.push('compaction');
  if (node.state === 'superseded') kinds.push('left-behind');
  return kinds;
}

/** A summary took the place of what was before this turn. */
export function isCompacted({ a, b }: TurnNode): boolean {
  return [a, b].some(scene => scene?.flags.includes('compaction'));
}

/** Whether a turn is among those that a filter asks for. */
export function turnMatches(node: TurnNode, { marks, tools, file, branch }: TurnFilter): boolean {
  if (marks.length > 0) {
    const kinds = markKindsOf(node);
    if (!marks.some(mark => kinds.includes(mark))) return false;
  }
  const { calls = [] } = node.b ?? node.a ?? {};
  if (tools.length > 0 && !calls.some(call => tools.includes(call.name))) return false;
  if (branch !== null && node.branch !== branch) return false;
  return file === null || [...calls, ...node.effects].some(({ detail }) => detail === file);
}

/** How many turns carry each mark, and how many there are; the task is no turn, and a subagent works inside one. */
export interface MarkCounts {
  all: number;
  marks: ReadonlyMap<MarkKind, number>;
}

/** Counts the turns of each kind. */
export function markCountsOf(graph: RunGraph): MarkCounts {
  const marks = new Map<MarkKind, number>(markKinds.map(kind => [kind, 0]));
  let all = 0;
  for (const node of graph.turns.values()) {
    if (isCountedTurn(node, graph)) all += 1;
    for (const kind of markKindsOf(node)) marks.set(kind, (marks.get(kind) ?? 0) + 1);
  }
  return { all, marks };
}

/** The filter as text, as the URL holds it: `error,external,tool:run_command,file:src/tax.mjs,branch:plan-b`. */
export function formatTurnFilter({ marks, tools, file, branch }: TurnFilter): string {
  const term = (key: string, value: string) =>
    `${key}:${value.replace(/[%,]/g, char => (char === '%' ? '%25' : '%2C'))}`;
  return [
    ...marks,
    ...tools.map(tool => term('tool', tool)),
    ...(file === null ? [] : [term('file', file)]),
    ...(branch === null ? [] : [term('branch', branch)]),
  ].join(',');
}

/** Reads what `formatTurnFilter` wrote. What it does not know it leaves out; null is no filter. Never throws. */
export function parseTurnFilter(text: string | null): TurnFilter {
  if (text === null || text === '') return everyTurn;
  const terms = text.split(',').map(term => {
    const [, key = '', value = ''] = /^(\w+):(.*)$/s.exec(term) ?? ['', '', term];
    return { key, value: value.replaceAll('%2C', ',').replaceAll('%25', '%') };
  });
  const valuesOf = (key: string) => [
    ...new Set(terms.filter(term => term.key === key && term.value !== '').map(term => term.value)),
  ];
  const named = new Set(valuesOf(''));
  return {
    marks: markKinds.filter(kind => named.has(kind)),
    tools: valuesOf('tool'),
    file: valuesOf('file')[0] ?? null,
    branch: valuesOf('branch')[0] ?? null,
  };
}

/** The filter with a tool switched on or off; of several a turn has to use one. */
export function withToolToggled(filter: TurnFilter, tool: string): TurnFilter {
  const others = filter.tools.filter(name => name !== tool);
  return { ...filter, tools: others.length < filter.tools.length ? others : [...others, tool] };
}

/** The filter with a mark switched on or off. */
export function withMarkToggled(filter: TurnFilter, mark: MarkKind): TurnFilter {
  const { marks } = filter;
  const isOn = marks.includes(mark);
  return { ...filter, marks: markKinds.filter(kind => (kind === mark ? !isOn : marks.includes(kind))) };
}
