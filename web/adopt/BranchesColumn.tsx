import { useRef } from 'react';
import { archivedBranches } from '../../shared/archive.ts';
import { problemFromError } from '../../shared/errors.ts';
import { noNotes } from '../../shared/notes.ts';
import type { BranchRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { useChangeNotes, useNotes } from '../api/notes.ts';
import { words } from '../i18n/words.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { SideColumn, SideTitle } from '../ui/SideColumn.tsx';
import { AdoptionList } from './AdoptionList.tsx';
import styles from './BranchesColumn.module.css';
import { BranchLine } from './BranchLine.tsx';

interface BranchesColumnProps {
  run: string;
  /** Of the run as it is, archived branches too. */
  graph: RunGraph;
  /** The branch that is looked at. */
  looked: string | null;
  onBranch: (branch: BranchRow) => void;
  onAdopt: (branch: string) => void;
  /** A branch was put out of sight. */
  onArchived: (branch: string) => void;
  onClose: () => void;
}

/** The branches of a run with what can be done with each, those out of sight, and what was adopted. */
export function BranchesColumn({
  run,
  graph,
  looked,
  onBranch,
  onAdopt,
  onArchived,
  onClose,
}: BranchesColumnProps) {
  const notes = useNotes(run);
  const change = useChangeNotes(run);
  const column = useRef<HTMLElement>(null);
  const record = notes.status === 'ready' ? notes.value.record : noNotes;
  const archived = archivedBranches(record);
  const rows = [...graph.branches.values()].filter(row => row.kind !== 'subagent');
  const shown = rows.filter(row => !archived.has(row.name));
  const hidden = rows.filter(row => archived.has(row.name));
  const archive = (branch: string, isArchived: boolean) =>
    change.mutate([{ kind: 'branch-archive', branch, isArchived }], {
      onSuccess() {
        // The line stands elsewhere now, and the button that was pressed is gone.
        column.current?.focus();
        if (isArchived) onArchived(branch);
      },
    });
  const line = (branch: BranchRow) => (
    <BranchLine
      key={branch.name}
      graph={graph}
      branch={branch}
      isLooked={branch.name === looked}
      isArchived={archived.has(branch.name)}
      verdict={verdictWords(record.branches.find(entry => entry.branch === branch.name)?.verdict ?? null)}
      onGo={() => onBranch(branch)}
      onAdopt={() => onAdopt(branch.name)}
      onArchive={isArchived => archive(branch.name, isArchived)}
    />
  );
  return (
    <SideColumn
      ref={column}
      label={words('adopt.panel')}
      head={<SideTitle>{words('adopt.title')}</SideTitle>}
      closeLabel={words('adopt.close')}
      onClose={onClose}
    >
      <div className={styles.body}>
        {notes.status === 'problem' && <ProblemNote problem={notes.problem} onRetry={notes.retry} />}
        {change.isError && <ProblemNote problem={problemFromError(change.error)} />}
        <ul className={styles.list} aria-label={words('adopt.list')}>
          {shown.map(line)}
        </ul>
        {hidden.length > 0 && (
          <details className={styles.archived} open>
            <summary>{words('adopt.archivedTitle', { count: hidden.length })}</summary>
            <p className={styles.about}>{words('adopt.archivedAbout')}</p>
            <ul className={styles.list} aria-label={words('adopt.archivedList')}>
              {hidden.map(line)}
            </ul>
          </details>
        )}
        <AdoptionList run={run} />
      </div>
    </SideColumn>
  );
}

function verdictWords(verdict: 'chosen' | 'rejected' | null): string | null {
  if (verdict === null) return null;
  return words(verdict === 'chosen' ? 'adopt.chosen' : 'adopt.rejected');
}
