import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';
import type { Lane } from '../graph/layout/lanes.ts';
import type { LaneFolds } from './laneFolds.ts';

interface Placed {
  id: string;
  /** 1 for the rows of the trunk. */
  level: number;
  /** The row of the lane that it stands in, by index; null on the first level. */
  parent: number | null;
  /** Its place among the rows of its lane, from 1, and how many those are. */
  position: number;
  setSize: number;
}

/** A row of the outline: a turn, or a lane that hangs on the turn above it. */
export type OutlineRow = Placed &
  ({ kind: 'turn'; node: TurnNode } | { kind: 'lane'; lane: Lane; isOpen: boolean });

/**
 * The tree of a run as rows, top to bottom: the turns of the first branch, and after each of them the lanes that hang
 * on it. The turns of an open lane stand below its row, one level deeper. Pure; time in proportion to the rows.
 */
export function outlineRowsOf(graph: RunGraph, lanes: readonly Lane[], folds: LaneFolds): OutlineRow[] {
  const tree: Tree = { graph, folds, hanging: hangingOf(lanes), begun: new Set(), rows: [] };
  const trunk = lanes.find(lane => lane.fromLane === null && lane.kind === 'branch');
  if (trunk) tree.begun.add(trunk);
  const first = trunk ? addTurns(tree, trunk, 1, null) : [];
  // Lanes that hang on nothing, and subagents that call each other in a circle.
  for (const lane of lanes) first.push(...addLane(tree, lane, 1, null));
  number(first);
  return tree.rows;
}

/** What the walk over the lanes carries along. */
interface Tree {
  graph: RunGraph;
  folds: LaneFolds;
  hanging: ReadonlyMap<string, readonly Lane[]>;
  begun: Set<Lane>;
  rows: OutlineRow[];
}

/** @returns the rows of the lane's own level */
function addTurns(tree: Tree, lane: Lane, level: number, parent: number | null): OutlineRow[] {
  const siblings: OutlineRow[] = [];
  for (const id of lane.turns) {
    const node = tree.graph.turns.get(id);
    if (!node) continue;
    const row: OutlineRow = { ...unplaced(id, level, parent), kind: 'turn', node };
    tree.rows.push(row);
    siblings.push(row);
    for (const hung of tree.hanging.get(id) ?? []) siblings.push(...addLane(tree, hung, level, parent));
  }
  return siblings;
}

/** @returns the row of the lane, or nothing where it stands elsewhere */
function addLane(tree: Tree, lane: Lane, level: number, parent: number | null): OutlineRow[] {
  if (tree.begun.has(lane)) return [];
  tree.begun.add(lane);
  const isOpen = tree.folds.isOpen(lane);
  const row: OutlineRow = { ...unplaced(lane.id, level, parent), kind: 'lane', lane, isOpen };
  const index = tree.rows.push(row) - 1;
  if (isOpen) number(addTurns(tree, lane, level + 1, index));
  else leaveOut(tree, lane);
  return [row];
}

/** What hangs on a turn that is not shown is not shown either. */
function leaveOut(tree: Tree, lane: Lane): void {
  for (const hung of lane.turns.flatMap(id => tree.hanging.get(id) ?? [])) {
    if (tree.begun.has(hung)) continue;
    tree.begun.add(hung);
    leaveOut(tree, hung);
  }
}

/** By turn: the lanes that hang on it. */
function hangingOf(lanes: readonly Lane[]): Map<string, Lane[]> {
  const hanging = new Map<string, Lane[]>();
  for (const lane of lanes) {
    if (lane.from === null) continue;
    hanging.set(lane.from, [...(hanging.get(lane.from) ?? []), lane]);
  }
  return hanging;
}

function unplaced(id: string, level: number, parent: number | null): Placed {
  return { id, level, parent, position: 0, setSize: 0 };
}

function number(siblings: readonly OutlineRow[]): void {
  siblings.forEach((row, index) => {
    row.position = index + 1;
    row.setSize = siblings.length;
  });
}
