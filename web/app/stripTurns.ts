import { lineOf } from '../../shared/lineOf.ts';
import { allMarksOf, type RunGraph, type TurnNode } from '../../shared/runGraph.ts';
import type { GraphLayout } from '../graph/layout/graphLayout.ts';
import { tokensOfTurn } from '../graph/turnSummary.ts';
import type { StripSign, StripTurn } from '../strip/buckets.ts';

/**
 * What the strip draws: the line of a branch, one turn per column, and beyond its head what its rewinds left behind.
 * @param branch the branch whose line is drawn
 * @param now the graph as far as the run was played again; the graph itself while it is shown as it is. What people and
 * rules say of its turns is drawn, where it is known
 */
export function stripTurnsOf(
  graph: RunGraph,
  layout: GraphLayout,
  branch: string,
  now: RunGraph = graph,
): StripTurn[] {
  const signs = signsOf(now);
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
      marks: allMarksOf(node),
      signs: [...(signs.get(node.id) ?? []), ...signsOn(now.turns.get(node.id) ?? node)],
      isAhead: !now.turns.has(node.id),
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

/** Where forks began and where rewinds led. */
function signsOf({ branches, turnOfScene }: RunGraph): Map<string, StripSign[]> {
  const signs = new Map<string, StripSign[]>();
  const add = (scene: string | null, sign: StripSign) => {
    const turn = turnOfScene.get(scene ?? '');
    if (turn !== undefined) signs.set(turn, [...(signs.get(turn) ?? []), sign]);
  };
  for (const { kind, origin, moves } of branches.values()) {
    if (kind === 'fork') add(origin, 'fork');
    for (const move of moves) if (move.kind === 'rewind') add(move.taken, 'rewind');
  }
  return signs;
}

/** What people put on a turn, and whether it is worth a look. */
function signsOn({ noteMarks, isRemarked }: TurnNode): StripSign[] {
  return isRemarked ? [...noteMarks, 'remark'] : [...noteMarks];
}

/** A summary took the place of what was before: the tokens of the next request fall. */
function isCompacted({ a, b }: TurnNode): boolean {
  return [a, b].some(scene => scene?.flags.includes('compaction'));
}

/** How many turns the line has; the task is none, nor is what a rewind left behind. */
export function turnCountOf(turns: readonly StripTurn[]): number {
  return Math.max(0, ...turns.filter(turn => turn.look !== 'left-behind').map(turn => turn.turn));
}
