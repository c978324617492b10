import { MessageSquarePlus, Star } from 'lucide-react';
import { useMemo, useState } from 'react';
import { problemFromError } from '../../shared/errors.ts';
import type { NoteChange } from '../../shared/notes.ts';
import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';
import { useChangeNotes, useNotes } from '../api/notes.ts';
import { words } from '../i18n/words.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { classNames } from '../ui/classNames.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import styles from './NoteBar.module.css';
import { NoteCard } from './NoteCard.tsx';
import { noteDraft } from './noteDrafts.ts';
import { bookmarkChanges, noTurnNotes, turnNotesOf, verdictChanges } from './turnNotes.ts';
import { VerdictButtons } from './VerdictButtons.tsx';

interface NoteBarProps {
  run: string;
  graph: RunGraph;
  node: TurnNode;
}

/** What can be put on the turn that is looked at, and what was. Another turn needs another: give it a `key`. */
export function NoteBar({ run, graph, node }: NoteBarProps) {
  const loaded = useNotes(run);
  const changing = useChangeNotes(run);
  const record = loaded.status === 'ready' ? loaded.value.record : null;
  const of = useMemo(
    () => (record && turnNotesOf(record, graph).get(node.id)) ?? noTurnNotes,
    [record, graph, node.id],
  );
  const [writing, setWriting] = useState(() => draftOf(run, node));
  // A note that another tab puts here while one is written takes no word away: the field stays the same.
  const notes =
    of.notes.some(note => note.scene === writing) || writing === null
      ? of.notes
      : [...of.notes, { scene: writing, text: '' }];
  const isMarked = of.bookmarks.length > 0;
  const change = (changes: readonly NoteChange[]) => changing.mutate(changes);
  const toggleBookmark = () => change(bookmarkChanges(of, node.id));
  useCommands({ bookmark: record && toggleBookmark });
  return (
    <section className={styles.bar} aria-label={words('notes.bar')}>
      <div className={styles.buttons}>
        <IconButton
          label={words(isMarked ? 'notes.bookmarkOff' : 'notes.bookmarkOn')}
          aria-pressed={isMarked}
          className={classNames(isMarked && styles.marked)}
          disabled={record === null}
          aria-keyshortcuts={ariaKeysOf('bookmark')}
          onClick={toggleBookmark}
        >
          <Star aria-hidden fill={isMarked ? 'currentColor' : 'none'} />
        </IconButton>
        {of.notes.length === 0 && (
          <IconButton
            label={words('notes.write')}
            aria-expanded={writing !== null}
            disabled={record === null}
            onClick={() => setWriting(writing === null ? node.id : null)}
          >
            <MessageSquarePlus aria-hidden />
          </IconButton>
        )}
        <span className={styles.verdicts}>
          <VerdictButtons
            label={words('notes.verdicts')}
            value={of.verdict}
            verdicts={['good', 'bad']}
            onChange={verdict => change(verdictChanges(of, node.id, verdict))}
          />
        </span>
      </div>
      {changing.error && <ProblemNote problem={problemFromError(changing.error)} />}
      {notes.map(({ scene, text }) => (
        <NoteCard
          key={scene}
          run={run}
          on={{ kind: 'note', scene }}
          text={text}
          isWriting={writing === scene}
          onWriting={isOn => setWriting(isOn ? scene : null)}
        />
      ))}
    </section>
  );
}

/** The scene of the turn on which something was written and not saved, or null. */
function draftOf(run: string, { a, b }: TurnNode): string | null {
  return [a, b].find(row => row && noteDraft(run, { kind: 'note', scene: row.id }) !== null)?.id ?? null;
}
