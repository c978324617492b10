import { callsOfLastReply } from '../../shared/calls.ts';
import { type Messages, textOfResult } from '../../shared/message.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './EditedResults.module.css';

interface EditedResultsProps {
  messages: Messages;
  /** By call id; only what was changed. */
  edited: Readonly<Record<string, string>>;
  onChange: (edited: Record<string, string>) => void;
}

/** The results of the scene's turn, for a person to change what the model reads. */
export function EditedResults({ messages, edited, onChange }: EditedResultsProps) {
  const answered = callsOfLastReply(messages).flatMap(({ call, result }) =>
    result === null ? [] : [{ call, text: textOfResult(result) }],
  );
  if (answered.length === 0) return null;
  const change = (id: string, stored: string, text: string) => {
    const { [id]: _, ...others } = edited;
    onChange(text === stored ? others : { ...others, [id]: text });
  };
  return (
    <details className={styles.results} open={Object.keys(edited).length > 0 || undefined}>
      <summary className={styles.title}>{words('commands.editedTitle')}</summary>
      {answered.map(({ call, text }) => (
        <div key={call.id} className={styles.result}>
          <div className={styles.head}>
            <span className={styles.name}>
              <SafeText text={call.name} />
            </span>
            {edited[call.id] !== undefined && (
              <Button look="quiet" onClick={() => change(call.id, text, text)}>
                {words('commands.editedReset')}
              </Button>
            )}
          </div>
          <TextArea
            className={styles.text}
            aria-label={words('commands.editedLabel', { tool: call.name })}
            rows={Math.min(10, text.split('\n').length + 1)}
            spellCheck={false}
            value={edited[call.id] ?? text}
            onChange={event => change(call.id, text, event.currentTarget.value)}
          />
        </div>
      ))}
    </details>
  );
}
