import { lineOf } from '../../../shared/lineOf.ts';
import type { BranchRow } from '../../../shared/rows.ts';
import type { RunGraph } from '../../../shared/runGraph.ts';
import type { Lane } from './lanes.ts';

/** Whether a lane is a subagent's: it works inside the call of a turn. */
export function isInside(lane: Lane, graph: RunGraph): boolean {
  return graph.branches.get(lane.branch)?.kind === 'subagent';
}

/**
 * Lanes in the order in which they came to be, so that a run that grows never moves one; a subagent follows the lane
 * that called it. Among lanes without a time: a branch, what it left behind, its forks.
 */
export function inDrawingOrder(lanes: readonly Lane[], graph: RunGraph): Lane[] {
  const family = inFamilyOrder(lanes, graph.branches);
  const byId = new Map(lanes.map(lane => [lane.id, lane]));
  const callerOf = (lane: Lane) => (isInside(lane, graph) ? byId.get(lane.fromLane ?? '') : undefined);
  const callees = grouped(family, callerOf);
  const births = new Map(family.map(lane => [lane, birthOf(lane, graph)]));
  const drawn = new Set<Lane>();
  const draw = (lane: Lane) => {
    if (drawn.has(lane)) return;
    drawn.add(lane);
    for (const callee of callees.get(lane) ?? []) draw(callee);
  };
  const others = callees.get(undefined) ?? [];
  for (const lane of others.toSorted((x, y) => compare(births.get(x) ?? 0, births.get(y) ?? 0))) draw(lane);
  // Subagents that call each other in a circle, as only a damaged transcript could say.
  for (const lane of family) draw(lane);
  return [...drawn];
}

const compare = (x: number, y: number) => (x === y ? 0 : x < y ? -1 : 1);

/** When a lane came to be, in milliseconds: the first branch before all others, last what nobody knows the time of. */
function birthOf(lane: Lane, graph: RunGraph): number {
  const branch = graph.branches.get(lane.branch);
  if (lane.kind === 'branch' && branch?.kind === 'main') return Number.NEGATIVE_INFINITY;
  const first = graph.turns.get(lane.turns[0] ?? '');
  const known = lane.kind === 'left-behind' ? leavingMove(lane, graph)?.at : ownTimeOf(lane, branch);
  const atMs = Date.parse(known ?? (first?.a ?? first?.b)?.savedAt ?? '');
  return Number.isFinite(atMs) ? atMs : Number.POSITIVE_INFINITY;
}

const ownTimeOf = (lane: Lane, branch: BranchRow | undefined) =>
  lane.kind === 'branch' ? branch?.created : undefined;

/** The move that left a lane; where another branch still goes through its turns, and none names it, the first to leave them. */
function leavingMove(lane: Lane, graph: RunGraph) {
  const moves = graph.branches.get(lane.branch)?.moves ?? [];
  if (lane.move !== null) return moves.find(move => move.number === lane.move);
  const first = graph.turns.get(lane.turns[0] ?? '');
  const scene = (first?.a ?? first?.b)?.id ?? '';
  return moves.find(move => lineOf(graph.scenes, move.left).includes(scene));
}

/** A branch, what its rewinds left behind, its lost tails, then its forks, each alike. */
function inFamilyOrder(lanes: readonly Lane[], branches: ReadonlyMap<string, BranchRow>): Lane[] {
  const ofBranch = grouped(lanes, lane => lane.branch);
  const children = grouped([...branches.values()], row => row.parent);
  const seen = new Set<string>();
  const placed = new Set<Lane>();
  const place = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const own = ofBranch.get(name) ?? [];
    for (const lane of own.toSorted((x, y) => ranks[x.kind] - ranks[y.kind] || byMove(x, y)))
      placed.add(lane);
    for (const row of children.get(name) ?? []) place(row.name);
  };
  for (const row of branches.values()) {
    if (row.parent === null || !branches.has(row.parent)) place(row.name);
  }
  for (const name of branches.keys()) place(name);
  for (const lane of lanes) placed.add(lane);
  return [...placed];
}

const ranks = { branch: 0, 'left-behind': 1, orphaned: 2 } as const;
const byMove = (x: Lane, y: Lane) => (x.move ?? 0) - (y.move ?? 0);

function grouped<V, K>(values: readonly V[], keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}
