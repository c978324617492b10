import type { RunGraph } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Mark } from '../ui/Mark.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './NoteList.module.css';
import { marksOfNotes, type TurnNotes } from './turnNotes.ts';
import { wordsOfTurn } from './turnWords.ts';

interface NoteListProps {
  graph: RunGraph;
  notes: ReadonlyMap<string, TurnNotes>;
  /** The turn that is looked at. */
  shown: string | null;
  onTurn: (turn: string) => void;
}

/** The turns that something was put on, in the order of the graph, each a way to it. */
export function NoteList({ graph, notes, shown, onTurn }: NoteListProps) {
  const marked = [...notes].filter(([, of]) => marksOfNotes(of).length > 0);
  if (marked.length === 0) {
    return <EmptyState title={words('notes.none')}>{words('notes.noneHint')}</EmptyState>;
  }
  return (
    <>
      <h3 className={styles.title}>{words('notes.listTitle')}</h3>
      <ul className={styles.list} aria-label={words('notes.list')}>
        {marked.map(([turn, of]) => {
          const node = graph.turns.get(turn);
          return (
            node && (
              <li key={turn}>
                <button
                  type="button"
                  className={styles.entry}
                  aria-current={turn === shown ? 'true' : undefined}
                  onClick={() => onTurn(turn)}
                >
                  <span className={styles.name}>
                    {wordsOfTurn(node, graph)}
                    {marksOfNotes(of).map(mark => (
                      <Mark key={mark} mark={mark} />
                    ))}
                  </span>
                  {of.notes.map(note => (
                    <span key={note.scene} className={styles.text}>
                      <SafeText text={note.text} />
                    </span>
                  ))}
                </button>
              </li>
            )
          );
        })}
      </ul>
    </>
  );
}
