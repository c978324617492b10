import { useEffect, useId, useRef } from 'react';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import styles from './JsonInput.module.css';
import { objectFromText } from './jsonObject.ts';

interface JsonInputProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
  /** Takes the focus when it appears. */
  takesFocus?: boolean;
}

/** The input of a call as JSON, for a person to change; says at once where it is none. */
export function JsonInput({ label, text, onChange, takesFocus = false }: JsonInputProps) {
  const noteId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const written = objectFromText(text);
  const isWrong = 'problem' in written;
  return (
    <div className={styles.field}>
      <textarea
        ref={input}
        className={styles.input}
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? noteId : undefined}
        rows={Math.min(16, Math.max(4, text.split('\n').length + 1))}
        spellCheck={false}
        value={text}
        onChange={event => onChange(event.currentTarget.value)}
      />
      {isWrong && (
        <p id={noteId} className={styles.wrong} role="status">
          <PhraseText
            text={
              written.problem === 'no-object'
                ? words('content.jsonNoObject')
                : words('content.jsonBroken', { detail: visibleText(written.detail) })
            }
          />
        </p>
      )}
    </div>
  );
}
