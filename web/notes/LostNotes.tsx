import { problemFromError } from '../../shared/errors.ts';
import type { NoteChange, NotesRecord } from '../../shared/notes.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { useChangeNotes } from '../api/notes.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './LostNotes.module.css';
import { lostEntries } from './turnNotes.ts';

interface LostNotesProps {
  run: string;
  graph: RunGraph;
  record: NotesRecord;
}

/** What is on scenes that are not here any more: somebody removed their files. It stays until it is taken away. */
export function LostNotes({ run, graph, record }: LostNotesProps) {
  const changing = useChangeNotes(run);
  const { bookmarks, notes, verdicts } = lostEntries(record, graph);
  const count = bookmarks.length + notes.length + verdicts.length;
  if (count === 0) return null;
  const removal: NoteChange[] = [
    ...bookmarks.map(({ scene }) => ({ kind: 'bookmark' as const, scene, isOn: false })),
    ...notes.map(({ scene, text }) => ({ kind: 'note' as const, scene, text: '', was: text })),
    ...verdicts.map(({ scene }) => ({ kind: 'verdict' as const, scene, verdict: null })),
  ];
  return (
    <div className={styles.lost}>
      <p>{words('notes.lost', { count })}</p>
      {notes.map(note => (
        <blockquote key={note.scene} className={styles.text}>
          <SafeText text={note.text} />
        </blockquote>
      ))}
      {changing.error && <ProblemNote problem={problemFromError(changing.error)} />}
      <Button onClick={() => changing.mutate(removal)}>{words('notes.lostRemove')}</Button>
    </div>
  );
}
