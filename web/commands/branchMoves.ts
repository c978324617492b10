import type { Move } from '../../shared/branch.ts';
import type { BranchRow } from '../../shared/rows.ts';
import { branchWithAncestors, type RunGraph } from '../../shared/runGraph.ts';

/** The latest rewind of a branch that no undo has taken back: what an undo would take back. */
export function lastRewind(moves: readonly Move[]): Move | null {
  const undone = new Set(moves.map(move => move.undoes));
  return moves.findLast(move => move.kind === 'rewind' && !undone.has(move.number)) ?? null;
}

/** Branches that can be rewound to a scene of `branch`: itself, and what was forked from it. */
export function rewindableBranches(graph: RunGraph, branch: string): BranchRow[] {
  const own = [...graph.branches.values()].filter(row => row.kind === 'main' || row.kind === 'fork');
  const candidates = own.filter(row => branchWithAncestors(row.name, graph.branches).includes(branch));
  return candidates.toSorted((x, y) => Number(y.name === branch) - Number(x.name === branch));
}
