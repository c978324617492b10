import { lineOf } from '../../shared/lineOf.ts';
import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';
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
      id: node.id,
      column: place.column,
      turn: node.turn,
      tokens: tokensOfTurn(node, graph),
      isCompacted: isCompacted(node),
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

/** A summary took the place of what was before: the tokens of the next request fall. */
function isCompacted({ a, b }: TurnNode): boolean {
  return [a, b].some(scene => scene?.flags.includes('compaction'));
}

/** How many turns the line has; the task is none, nor is what a rewind left behind. */
export function turnCountOf(turns: readonly StripTurn[]): number {
  return Math.max(0, ...turns.filter(turn => turn.look !== 'left-behind').map(turn => turn.turn));
}
