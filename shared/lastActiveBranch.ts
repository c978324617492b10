import type { BranchRow, SceneRow } from './rows.ts';

/**
 * The branch that a person wants to see: the last of those that run; where none runs, the one whose head was saved last.
 * Sides of a resume and subagents only while they run. Null for a run without branches.
 */
export function lastActiveBranch(
  branches: readonly BranchRow[],
  scenes: ReadonlyMap<string, Pick<SceneRow, 'savedAt'>>,
): BranchRow | null {
  const running = branches.findLast(row => row.state === 'running');
  if (running) return running;
  const savedAt = (row: BranchRow) => scenes.get(row.head ?? '')?.savedAt ?? '';
  const own = branches.filter(row => row.kind === 'main' || row.kind === 'fork');
  return own.reduce<BranchRow | null>(
    (latest, row) => (latest === null || savedAt(row) > savedAt(latest) ? row : latest),
    null,
  );
}
