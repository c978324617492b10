import { formatAddress } from '../../shared/address.ts';
import type { BranchRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';

/** As many sides as stand beside each other. */
export const MAX_COLUMNS = 4;

/**
 * What one wants to compare from here, as sides: a fork with its siblings, a lone fork with its parent, forks of one
 * scene with each other; in a run without forks, what is now with what a rewind left. Null where there is only one line.
 * @param branch the branch that is looked at
 */
export function defaultSides(graph: RunGraph, branch: string | null): string[] | null {
  const looked = graph.branches.get(branch ?? '');
  const forks = [...graph.branches.values()].filter(row => row.kind === 'fork' && row.head !== null);
  const fork = looked?.kind === 'fork' ? looked : newestOf(forks);
  if (!fork) return sidesOfRewind(graph, looked ?? graph.branches.values().next().value);
  const siblings = forks.filter(row => row.origin === fork.origin).map(row => row.name);
  if (siblings.length > 1) return firstWith(siblings, fork.name);
  return fork.parent !== null && graph.branches.has(fork.parent) ? [fork.parent, fork.name] : null;
}

function newestOf(forks: readonly BranchRow[]): BranchRow | undefined {
  return forks.toSorted((x, y) => (x.created ?? '').localeCompare(y.created ?? '')).at(-1);
}

/** As many as stand beside each other, the one that is looked at among them. */
function firstWith(names: readonly string[], name: string): string[] {
  const first = names.slice(0, MAX_COLUMNS);
  return first.includes(name) ? first : [...first.slice(0, -1), name];
}

function sidesOfRewind(graph: RunGraph, branch: BranchRow | undefined): string[] | null {
  const [tail] = branch ? leftTails(graph, branch) : [];
  return branch && tail !== undefined ? [branch.name, tail] : null;
}

/** The ends of what rewinds of a branch left behind, as sides, the latest first. */
export function leftTails(graph: RunGraph, branch: BranchRow): string[] {
  const tails = branch.moves.toReversed().flatMap(({ number, left }) => {
    const row = graph.scenes.get(left);
    const node = graph.turns.get(graph.turnOfScene.get(left) ?? '');
    if (!row || node?.state !== 'superseded' || node.branch !== branch.name) return [];
    const { turn, point } = row;
    return { left, side: formatAddress({ kind: 'turn', branch: branch.name, turn, point, move: number }) };
  });
  // A line that was left twice at one scene is one side.
  return [...new Map(tails.map(({ left, side }) => [left, side])).values()];
}
