import type { BranchRow } from '../../../shared/rows.ts';
import type { RunGraph, TurnNode } from '../../../shared/runGraph.ts';
import { inDrawingOrder } from './laneOrder.ts';

/**
 * Turns that are drawn on one line. `branch`: the way to a branch's head, as far as it is the branch's own.
 * `left-behind`: what a rewind left. `orphaned`: a tail that nothing leads to.
 */
export interface Lane {
  /** Stays the same while the lane grows. */
  id: string;
  kind: 'branch' | 'left-behind' | 'orphaned';
  branch: string;
  /** The move that left these turns, where one did. */
  move: number | null;
  /** Turn ids, first to last. */
  turns: string[];
  /** The turn of another lane that this one hangs on. */
  from: string | null;
  /** The id of that lane. */
  fromLane: string | null;
}

/** First stage: which turns form a lane. Lanes come in the order in which they are drawn, top to bottom. */
export function lanesOf(graph: RunGraph): Lane[] {
  const lanes = new Map<string, Lane>();
  const laneOfTurn = new Map<string, Lane>();
  for (const branch of graph.branches.values()) {
    const lane = branchLane(graph, branch);
    lanes.set(lane.id, lane);
    for (const id of lane.turns) laneOfTurn.set(id, lane);
  }
  for (const id of graph.order) {
    const node = graph.turns.get(id);
    if (!node || laneOfTurn.has(id)) continue;
    const lane = laneContinuedBy(node, graph, laneOfTurn) ?? startedLane(node);
    lane.turns.push(id);
    lanes.set(lane.id, lane);
    laneOfTurn.set(id, lane);
  }
  for (const lane of lanes.values()) lane.fromLane = laneOfTurn.get(lane.from ?? '')?.id ?? null;
  return inDrawingOrder([...lanes.values()], graph);
}

/** The turns from the head back to where the branch began. A branch without turns of its own still has a lane. */
function branchLane(graph: RunGraph, branch: BranchRow): Lane {
  const turns: string[] = [];
  let at = graph.turnOfScene.get(branch.head ?? '') ?? null;
  for (let node = graph.turns.get(at ?? ''); node?.branch === branch.name; node = graph.turns.get(at ?? '')) {
    turns.push(node.id);
    at = node.parent;
  }
  const from = at ?? graph.turnOfScene.get(branch.origin ?? '') ?? null;
  return {
    id: branch.name,
    kind: 'branch',
    branch: branch.name,
    move: null,
    turns: turns.reverse(),
    from: from !== null && turns.includes(from) ? null : from,
    fromLane: null,
  };
}

/** The lane that a turn outside every head's way goes on, or null where it starts one. */
function laneContinuedBy(
  node: TurnNode,
  graph: RunGraph,
  laneOfTurn: ReadonlyMap<string, Lane>,
): Lane | null {
  const parent = graph.turns.get(node.parent ?? '');
  const lane = parent && laneOfTurn.get(parent.id);
  if (!parent || !lane || lane.kind !== kindOf(node) || lane.branch !== node.branch) return null;
  if (lane.turns.at(-1) !== parent.id) return null;
  return parent.state === 'line' || parent.move === node.move ? lane : null;
}

function startedLane(node: TurnNode): Lane {
  return {
    id: `${node.branch}~${node.id}`,
    kind: kindOf(node),
    branch: node.branch,
    move: node.move,
    turns: [],
    from: node.parent,
    fromLane: null,
  };
}

/** A turn that only another branch still goes through was left behind by its own. */
function kindOf(node: TurnNode): Lane['kind'] {
  return node.state === 'orphaned' ? 'orphaned' : 'left-behind';
}
