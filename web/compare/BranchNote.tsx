import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import type { Column } from '../../shared/compare/comparison.ts';
import { useNotes } from '../api/notes.ts';
import { words } from '../i18n/words.ts';
import { NoteCard } from '../notes/NoteCard.tsx';
import { noteDraft } from '../notes/noteDrafts.ts';
import { Button } from '../ui/Button.tsx';
import styles from './BranchNote.module.css';
import { entryOfBranch } from './entryOfBranch.ts';
import { sideName } from './sideName.ts';

/** A person's note on a branch, and the way to write one. What was left unsaved is there again. */
export function BranchNote({ column }: { column: Column }) {
  const { run, branch } = column;
  const loaded = useNotes(run);
  const on = { kind: 'branch-note', branch } as const;
  const [isWriting, setWriting] = useState(() => noteDraft(run, on) !== null);
  if (loaded.status !== 'ready') return null;
  const text = entryOfBranch(loaded.value.record, column)?.note ?? '';
  if (isWriting || text !== '') {
    return (
      <div className={styles.note}>
        <NoteCard run={run} on={on} text={text} isWriting={isWriting} onWriting={setWriting} />
      </div>
    );
  }
  return (
    <Button
      look="quiet"
      className={styles.write}
      aria-label={words('compare.writeNoteOn', { branch: sideName(column) })}
      onClick={() => setWriting(true)}
    >
      <MessageSquarePlus size={13} aria-hidden />
      {words('compare.writeNote')}
    </Button>
  );
}
