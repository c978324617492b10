import type { AdoptionTarget } from '../../shared/adoption.ts';
import { parseSide } from '../../shared/compare/side.ts';
import { isForkpointError } from '../../shared/errors.ts';
import type { BranchRow } from '../../shared/rows.ts';
import { type RunGraph, sceneAt } from '../../shared/runGraph.ts';

/** The branch that a side is of: the one it names, else the one that wrote its scene; or null where it leads nowhere in this run. */
export function branchOfSide(graph: RunGraph, text: string): string | null {
  try {
    const { place } = parseSide(text);
    if (place.kind === 'branch') return graph.branches.has(place.branch) ? place.branch : null;
    const scene = sceneAt(graph, place);
    return scene && place.kind === 'turn' ? place.branch : (scene?.branch ?? null);
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return null;
  }
}

/** Branches whose workspace the files of a side can go into: those with one of their own, the side itself last. */
export function targetBranches(graph: RunGraph, side: string): string[] {
  const own = branchOfSide(graph, side);
  const names = [...graph.branches.values()].filter(hasWorkspace).map(row => row.name);
  return [...names.filter(name => name !== own), ...names.filter(name => name === own)];
}

/** What one wants most often: a fork goes back to where it came from, an earlier scene to its own branch. */
export function firstTarget(graph: RunGraph, side: string): AdoptionTarget {
  const names = targetBranches(graph, side);
  const own = branchOfSide(graph, side);
  const wanted = own === side ? (graph.branches.get(own)?.parent ?? null) : own;
  const branch = wanted !== null && names.includes(wanted) ? wanted : names[0];
  return branch === undefined ? { folder: '' } : { branch };
}

/** Why the files of a branch cannot be adopted now: its head holds none, or they change while it runs. */
export type NotAdoptable = 'no-files' | 'running';

/** Why the files of a branch's head cannot be adopted; null where they can. */
export function whyNotAdoptable(graph: RunGraph, branch: BranchRow): NotAdoptable | null {
  const capture = graph.scenes.get(branch.head ?? '')?.capture?.id ?? null;
  if (!hasWorkspace(branch) || capture === null) return 'no-files';
  return branch.state === 'running' ? 'running' : null;
}

function hasWorkspace({ kind }: BranchRow): boolean {
  return kind === 'main' || kind === 'fork';
}
