import { isCountedTurn, type Mark, type RunGraph, type TurnNode } from '../../shared/runGraph.ts';
import { allMarksOf } from './turnSummary.ts';

/** What the chips above the graph pick out. */
export type TurnFilter = 'all' | 'left-behind' | Mark;

/** Whether a turn is among those that a filter picks out. */
export function passesFilter(node: TurnNode, graph: RunGraph, filter: TurnFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'left-behind') return node.state === 'superseded';
  return allMarksOf(node, graph).includes(filter);
}

const always: readonly TurnFilter[] = ['all', 'error', 'dangling', 'external'];
const where: readonly TurnFilter[] = [
  'waiting',
  'simulated',
  'damaged',
  'not-captured',
  'edited',
  'left-behind',
];

/** How many turns each filter picks out: the task is no turn, and `all` counts as the list of runs does. The common ones are there with a zero, the others where they pick any. */
export function filterCounts(graph: RunGraph): { filter: TurnFilter; count: number }[] {
  const nodes = [...graph.turns.values()];
  const counted = (filter: TurnFilter) => ({
    filter,
    count: nodes.filter(
      node => passesFilter(node, graph, filter) && (filter !== 'all' || isCountedTurn(node, graph)),
    ).length,
  });
  return [...always.map(counted), ...where.map(counted).filter(({ count }) => count > 0)];
}
