import { lineOf, type RunGraph } from '../../shared/runGraph.ts';
import type { GraphLayout } from '../graph/layout/graphLayout.ts';
import { allMarksOf, tokensOfTurn } from '../graph/turnSummary.ts';
import type { StripTurn } from '../strip/buckets.ts';

/**
 * What the strip draws: the line of a branch, one turn per column, and beyond its head what its rewinds left behind.
 * @param branch the branch whose line is drawn
 */
export function stripTurnsOf(graph: RunGraph, layout: GraphLayout, branch: string): StripTurn[] {
  const turns = new Map<number, StripTurn>();
  const lane = layout.lanes.find(entry => entry.id === branch);
  const add = (id: string, look: StripTurn['look'] | null) => {
    const node = graph.turns.get(id);
    const place = layout.places.get(id);
    if (!node || !place || turns.has(place.column)) return;
    const isTrunk = place.lane.id !== lane?.id || place.column <= place.lane.trunkEnd;
    turns.set(place.column, {
      column: place.column,
      turn: node.turn,
      tokens: tokensOfTurn(node),
      marks: allMarksOf(node, graph),
      look: look ?? (isTrunk ? 'trunk' : 'line'),
    });
  };
  const head = graph.branches.get(branch)?.head;
  for (const scene of head ? lineOf(graph.scenes, head) : []) add(graph.turnOfScene.get(scene) ?? '', null);
  for (const other of layout.lanes) {
    if (other.branch !== branch || other.kind === 'branch') continue;
    for (const id of other.turns) add(id, 'left-behind');
  }
  return [...turns.values()].sort((x, y) => x.column - y.column);
}
