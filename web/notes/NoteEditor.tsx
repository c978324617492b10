import { type KeyboardEvent, useId, useState } from 'react';
import { problemFromError } from '../../shared/errors.ts';
import { useChangeNotes } from '../api/notes.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import styles from './NoteEditor.module.css';
import { keepNoteDraft, type NoteDraft, type NoteTarget, noteDraft } from './noteDrafts.ts';

/** As many characters as a note can hold. */
const longest = 20_000;

interface NoteEditorProps {
  run: string;
  on: NoteTarget;
  /** The note as it is; empty for a new one. */
  present: string;
  onClose: () => void;
}

/**
 * Writes a note. A note that somebody else changed meanwhile is shown, and what was written here stays in the field:
 * saving again then puts it in the other's place.
 */
export function NoteEditor({ run, on, present, onClose }: NoteEditorProps) {
  const [draft, setDraft] = useState(noteDraft(run, on) ?? { text: present, was: present });
  const [isNew] = useState(noteDraft(run, on) === null);
  const { text, was } = draft;
  const changing = useChangeNotes(run);
  const about = useId();
  const problem = changing.error && problemFromError(changing.error);
  const write = (next: NoteDraft) => {
    setDraft(next);
    keepNoteDraft(run, on, next.text === next.was ? null : next);
  };
  const close = () => {
    keepNoteDraft(run, on, null);
    onClose();
  };
  const save = () => {
    if (changing.isPending) return;
    changing.mutate([{ ...on, text: text.trim(), was }], {
      onSuccess: close,
      onError: error => {
        const { code, params } = problemFromError(error);
        if (code === 'note-changed') write({ text, was: params.found });
      },
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.editor}>
      <TextArea
        // What was left unsaved is there again with its turn, without taking the keys from the graph.
        autoFocus={isNew}
        aria-label={words('notes.text')}
        aria-describedby={was === '' ? undefined : about}
        placeholder={words('notes.placeholder')}
        rows={3}
        maxLength={longest}
        dir="auto"
        value={text}
        onChange={event => write({ text: event.currentTarget.value, was })}
        onKeyDown={onKeyDown}
      />
      {problem && <ProblemNote problem={problem} />}
      <div className={styles.foot}>
        <Button look="primary" disabled={changing.isPending || text.trim() === was} onClick={save}>
          {words('notes.save')}
        </Button>
        <Button onClick={close}>{words('notes.cancel')}</Button>
        {was !== '' && (
          <span id={about} className={styles.about}>
            {words('notes.emptyRemoves')}
          </span>
        )}
      </div>
    </div>
  );
}
