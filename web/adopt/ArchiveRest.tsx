import { Archive, ArchiveRestore } from 'lucide-react';
import { archivedBranches } from '../../shared/archive.ts';
import { problemFromError } from '../../shared/errors.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { useChangeNotes, useNotes } from '../api/notes.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { notPreferred } from './notPreferred.ts';

interface ArchiveRestProps {
  run: string;
  graph: RunGraph;
  /** Names of the branches of this run that are compared. */
  branches: readonly string[];
}

/**
 * Puts the compared branches out of sight that were not preferred, or brings them back; there once one is preferred.
 * `main` stays: it is where the others come from.
 */
export function ArchiveRest({ run, graph, branches }: ArchiveRestProps) {
  const notes = useNotes(run);
  const change = useChangeNotes(run);
  if (notes.status !== 'ready') return null;
  const { record } = notes.value;
  const rest = notPreferred(record, graph, branches);
  if (rest.length === 0) return null;
  const archived = archivedBranches(record);
  const isArchived = rest.every(name => archived.has(name));
  const toggle = () =>
    change.mutate(rest.map(branch => ({ kind: 'branch-archive', branch, isArchived: !isArchived })));
  return (
    <>
      <Button
        disabled={change.isPending}
        title={words('adopt.archiveRestTitle', { branches: rest.map(visibleText).join(', ') })}
        onClick={toggle}
      >
        {isArchived ? <ArchiveRestore size={13} aria-hidden /> : <Archive size={13} aria-hidden />}
        {words(isArchived ? 'adopt.bringBackRest' : 'adopt.archiveRest', { count: rest.length })}
      </Button>
      {change.isError && <ProblemNote problem={problemFromError(change.error)} />}
    </>
  );
}
