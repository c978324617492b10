import { Pencil } from 'lucide-react';
import { words } from '../i18n/words.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './NoteCard.module.css';
import { NoteEditor } from './NoteEditor.tsx';
import type { NoteTarget } from './noteDrafts.ts';

interface NoteCardProps {
  run: string;
  on: NoteTarget;
  /** The note as it is; empty where there is none yet. */
  text: string;
  isWriting: boolean;
  onWriting: (isOn: boolean) => void;
}

/** A note as plain text, and the way to change it. */
export function NoteCard({ run, on, text, isWriting, onWriting }: NoteCardProps) {
  if (isWriting) {
    return <NoteEditor run={run} on={on} present={text} onClose={() => onWriting(false)} />;
  }
  return (
    <div className={styles.card}>
      <p className={styles.text}>
        <SafeText text={text} />
      </p>
      <IconButton label={words('notes.edit')} onClick={() => onWriting(true)}>
        <Pencil aria-hidden />
      </IconButton>
    </div>
  );
}
