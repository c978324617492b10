import { lineOf } from '../../shared/lineOf.ts';
import type { BranchRow, RunRows, SceneRow } from '../../shared/rows.ts';

/** A branch as it will be made: where it forks from one made before it, and the scenes that are its own. */
export interface PlannedBranch {
  name: string;
  from: SceneRow | null;
  scenes: SceneRow[];
  /** A prompt that nothing answered yet, which a run of ours keeps beside its head. */
  waiting: SceneRow | null;
}

/** What stays behind and why: a run of ours has no place for it. */
export interface LeftOut {
  branch: string;
  scenes: number;
  why: 'subagent' | 'discarded' | 'no-common-scene' | 'damaged' | 'off-line';
}

export interface ImportPlan {
  branches: PlannedBranch[];
  leftOut: LeftOut[];
}

/**
 * Decides what of a source becomes a run of ours: the line of `main` and every fork that shares a scene with a branch
 * that is taken over. Subagents, dead sides, damaged files and what lies on no head's line are left out, and named.
 */
export function planImport(rows: RunRows): ImportPlan {
  const plan: ImportPlan = { branches: [], leftOut: [] };
  const scenes = new Map(rows.scenes.map(row => [row.id, row]));
  const taken = new Set<string>();
  for (const branch of parentsFirst(rows.branches)) {
    const own = rows.scenes.filter(row => row.branch === branch.name);
    if (branch.kind === 'subagent' || branch.kind === 'discarded') {
      plan.leftOut.push({ branch: branch.name, scenes: own.length, why: branch.kind });
      continue;
    }
    const planned = planBranch(rows, branch, scenes, taken);
    if (!planned) plan.leftOut.push({ branch: branch.name, scenes: own.length, why: 'no-common-scene' });
    else addPlanned(plan, planned, own, taken);
  }
  return plan;
}

function planBranch(
  rows: RunRows,
  branch: BranchRow,
  scenes: ReadonlyMap<string, SceneRow>,
  taken: ReadonlySet<string>,
): PlannedBranch | null {
  const line = branch.head === null ? [] : lineOf(scenes, branch.head).flatMap(id => scenes.get(id) ?? []);
  const readable = line.filter(row => row.problem === null);
  const from = readable.findLast(row => taken.has(row.id)) ?? null;
  if (branch.kind !== 'main' && from === null) return null;
  const own = readable.slice(from === null ? 0 : readable.indexOf(from) + 1);
  const last = own.at(-1);
  const waiting = last && isWaiting(rows, last) ? last : null;
  return { name: branch.name, from, scenes: waiting ? own.slice(0, -1) : own, waiting };
}

function addPlanned(
  plan: ImportPlan,
  planned: PlannedBranch,
  own: readonly SceneRow[],
  taken: Set<string>,
): void {
  plan.branches.push(planned);
  for (const row of planned.scenes) taken.add(row.id);
  const used = (row: SceneRow) => taken.has(row.id) || row === planned.waiting;
  const damaged = own.filter(row => row.problem !== null).length;
  const offLine = own.filter(row => row.problem === null && !used(row)).length;
  if (damaged > 0) plan.leftOut.push({ branch: planned.name, scenes: damaged, why: 'damaged' });
  if (offLine > 0) plan.leftOut.push({ branch: planned.name, scenes: offLine, why: 'off-line' });
}

/** Of a transcript: the words of a person at the end of a line, without a reply. */
function isWaiting(rows: RunRows, row: SceneRow): boolean {
  return rows.run.kind === 'transcript' && row.turn > 0 && row.model === null && row.calls.length === 0;
}

/** Main first, then branches behind the one they left. */
function parentsFirst(branches: readonly BranchRow[]): BranchRow[] {
  const byName = new Map(branches.map(branch => [branch.name, branch]));
  const depthOf = (branch: BranchRow): number => {
    const seen = new Set<string>();
    for (
      let at: BranchRow | undefined = branch;
      at?.parent && !seen.has(at.name);
      at = byName.get(at.parent)
    ) {
      seen.add(at.name);
    }
    return seen.size;
  };
  return branches.toSorted(
    (x, y) => Number(y.kind === 'main') - Number(x.kind === 'main') || depthOf(x) - depthOf(y),
  );
}
