import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';
import { isFiltering, markKindsOf, type TurnFilter, turnMatches } from '../../shared/turnFilter.ts';

/**
 * The turn that stands out next to a turn, round and round: one that the filter asks for, or without a filter one that
 * carries a mark. Turns count by their number, whatever branch they are on; null where none stands out.
 * @param from id of a turn, or null to begin before the first
 * @param by 1 for the next, -1 for the one before
 */
export function nextMarked(
  graph: RunGraph,
  filter: TurnFilter,
  from: string | null,
  by: 1 | -1,
): string | null {
  const standsOut = (node: TurnNode) => (isFiltering(filter) ? turnMatches(node, filter) : isMarked(node));
  const ids = graph.order.filter(id => {
    const node = graph.turns.get(id);
    return node !== undefined && (id === from || standsOut(node));
  });
  const at = from === null ? -1 : ids.indexOf(from);
  const next = by === 1 ? at + 1 : (at < 0 ? ids.length : at) - 1;
  const found = ids[(next + ids.length) % ids.length] ?? null;
  return found === from ? null : found;
}

/** Left behind is a state that goes over long stretches, not a mark. */
function isMarked(node: TurnNode): boolean {
  return markKindsOf(node).some(kind => kind !== 'left-behind');
}
