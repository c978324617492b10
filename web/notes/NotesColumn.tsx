import { useMemo } from 'react';
import type { NotesReply } from '../../shared/notes.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { useNotes } from '../api/notes.ts';
import { words } from '../i18n/words.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { SideColumn, SideTitle } from '../ui/SideColumn.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { FirstBadTurn, type FirstBadTurnProps } from './FirstBadTurn.tsx';
import { LostNotes } from './LostNotes.tsx';
import { NoteList } from './NoteList.tsx';
import styles from './NotesColumn.module.css';
import { turnNotesOf } from './turnNotes.ts';

export interface NotesColumnProps extends Omit<FirstBadTurnProps, 'notes'> {
  onClose: () => void;
}

/** Everything that people put on a run, in the order of its turns, and the search for the first bad one. */
export function NotesColumn({ onClose, ...props }: NotesColumnProps) {
  const loaded = useNotes(props.run);
  return (
    <SideColumn
      label={words('notes.panel')}
      head={<SideTitle>{words('notes.title')}</SideTitle>}
      closeLabel={words('notes.close')}
      onClose={onClose}
    >
      <div className={styles.body}>
        {loaded.status === 'loading' && <Spinner label={words('notes.loading')} />}
        {loaded.status === 'problem' && <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />}
        {loaded.status === 'ready' && <Noted {...props} reply={loaded.value} />}
      </div>
    </SideColumn>
  );
}

function Noted({ reply, ...props }: Omit<FirstBadTurnProps, 'notes'> & { reply: NotesReply }) {
  const { run, graph, shown, onTurn } = props;
  const { record, problems, path, isInRun } = reply;
  const notes = useMemo(() => turnNotesOf(record, graph), [record, graph]);
  return (
    <>
      {problems.map(problem => (
        <ProblemNote key={JSON.stringify(problem)} problem={problem} />
      ))}
      <FirstBadTurn {...props} notes={notes} />
      <NoteList graph={graph} notes={notes} shown={shown} onTurn={onTurn} />
      <LostNotes run={run} graph={graph} record={record} />
      <p className={styles.place}>
        <PhraseText text={words(isInRun ? 'notes.keptIn' : 'notes.keptApart', { path: visibleText(path) })} />
      </p>
    </>
  );
}
