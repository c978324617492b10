import type { NotesRecord } from '../../shared/notes.ts';
import type { BranchRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';

/**
 * Of compared branches those that were not preferred and can go out of sight. None where no branch is preferred:
 * nothing says yet which ones are the rest.
 */
export function notPreferred(record: NotesRecord, graph: RunGraph, branches: readonly string[]): string[] {
  const verdictOf = (name: string) => record.branches.find(entry => entry.branch === name)?.verdict ?? null;
  if (!branches.some(name => verdictOf(name) === 'chosen')) return [];
  const canGo = ({ kind, state }: BranchRow) => kind === 'fork' && state !== 'running' && state !== 'waiting';
  return branches.filter(name => {
    const row = graph.branches.get(name);
    return row !== undefined && canGo(row) && verdictOf(name) !== 'chosen';
  });
}
