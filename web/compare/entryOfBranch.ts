import type { Column } from '../../shared/compare/comparison.ts';
import type { NotesRecord } from '../../shared/notes.ts';

/** What people put on the branch of a side. Of a single scene there is nothing: a verdict is on a whole branch. */
export function entryOfBranch(
  record: NotesRecord,
  { kind, branch }: Column,
): NotesRecord['branches'][number] | null {
  if (kind !== 'branch') return null;
  return record.branches.find(entry => entry.branch === branch) ?? null;
}
