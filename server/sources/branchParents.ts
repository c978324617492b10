import { type BranchRecord, MAIN } from '../../shared/branch.ts';

/** A branch by its name and what its `branch.json`, where there is one, says of its parent. */
interface NamedBranch {
  name: string;
  record: Pick<BranchRecord, 'parent'> | null;
}

/**
 * The parent of each branch. `branch.json` says it; else `a-b` was forked from the longest beginning of its name
 * that is a branch (`a`), or from main. Null where it is no fork, or one of something that is not here.
 */
export function parentNames(branches: readonly NamedBranch[]): Map<string, string | null> {
  const names = new Set(branches.map(branch => branch.name));
  const parents = new Map<string, string | null>();
  for (const { name, record } of branches) {
    const parent = record === null ? parentByName(name, names) : record.parent;
    const isUsable = parent !== null && names.has(parent) && !ancestorNames(parent, parents).includes(name);
    parents.set(name, isUsable && parent !== name ? parent : null);
  }
  return parents;
}

/** The parent of a branch, its parent, and so on. */
export function ancestorNames(name: string, parents: ReadonlyMap<string, string | null>): string[] {
  const ancestors: string[] = [];
  for (let at = parents.get(name) ?? null; at !== null; at = parents.get(at) ?? null) ancestors.push(at);
  return ancestors;
}

/** The branches in an order in which each comes after its parent. */
export function parentsFirst<B extends NamedBranch>(
  branches: readonly B[],
  parents: ReadonlyMap<string, string | null>,
): B[] {
  const depth = (branch: B) => ancestorNames(branch.name, parents).length;
  return branches.toSorted((x, y) => depth(x) - depth(y));
}

function parentByName(name: string, names: ReadonlySet<string>): string | null {
  if (name === MAIN) return null;
  const parts = name.split('-');
  for (let count = parts.length - 1; count > 0; count--) {
    const prefix = parts.slice(0, count).join('-');
    if (names.has(prefix)) return prefix;
  }
  return names.has(MAIN) ? MAIN : null;
}
