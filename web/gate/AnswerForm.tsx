import { useState } from 'react';
import type { AnswerBody } from '../../shared/api.ts';
import type { Question } from '../../shared/gate.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { JsonInput } from '../content/JsonInput.tsx';
import { objectFromText } from '../content/jsonObject.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextInput } from '../ui/Field.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import styles from './AnswerForm.module.css';

interface AnswerFormProps {
  question: Question;
  isAnswering: boolean;
  onAnswer: (body: AnswerBody) => void;
}

type Way = 'plain' | 'change' | 'refuse';

/** The answers to a question: yes, yes with another input, no with a reason. */
export function AnswerForm({ question, isAnswering, onAnswer }: AnswerFormProps) {
  const [way, setWay] = useState<Way>('plain');
  const props = { question, isAnswering, onAnswer, onBack: () => setWay('plain') };
  if (way === 'change') return <ChangeForm {...props} />;
  if (way === 'refuse') return <RefuseForm {...props} />;
  return <PlainForm {...props} onWay={setWay} />;
}

/** A yes to a repeat never covers another one. */
function canStand({ why }: Question): boolean {
  return why === 'mode' || why === 'destructive';
}

function PlainForm({
  question,
  isAnswering,
  onAnswer,
  onWay,
}: AnswerFormProps & { onWay: (way: Way) => void }) {
  const [isStanding, setStanding] = useState(false);
  return (
    <div className={styles.form}>
      {canStand(question) && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isStanding}
            onChange={event => setStanding(event.currentTarget.checked)}
          />
          <PhraseText
            text={words('gate.standing', { tool: visibleText(question.name), branch: question.branch })}
          />
        </label>
      )}
      <div className={styles.buttons}>
        <Button
          look="primary"
          disabled={isAnswering}
          onClick={() => onAnswer({ kind: 'approve', ...(isStanding && { standing: true }) })}
        >
          {words(isAnswering ? 'gate.answering' : 'gate.approve')}
        </Button>
        <Button disabled={isAnswering} onClick={() => onWay('change')}>
          {words('gate.approveChanged')}
        </Button>
        <Button disabled={isAnswering} onClick={() => onWay('refuse')}>
          {words('gate.refuse')}
        </Button>
      </div>
      {!canStand(question) && <p className={styles.hint}>{words('gate.noStanding')}</p>}
    </div>
  );
}

function ChangeForm({ question, isAnswering, onAnswer, onBack }: AnswerFormProps & { onBack: () => void }) {
  const [text, setText] = useState(() => JSON.stringify(question.input, null, 2) ?? '{}');
  const written = objectFromText(text);
  return (
    <div className={styles.form}>
      <JsonInput label={words('gate.changedInput')} text={text} onChange={setText} takesFocus />
      <p className={styles.hint}>{words('gate.changedHint')}</p>
      <div className={styles.buttons}>
        <Button
          look="primary"
          disabled={isAnswering || 'problem' in written}
          onClick={() => 'value' in written && onAnswer({ kind: 'approve', input: written.value })}
        >
          {words(isAnswering ? 'gate.answering' : 'gate.approveThis')}
        </Button>
        <Button look="quiet" disabled={isAnswering} onClick={onBack}>
          {words('gate.back')}
        </Button>
      </div>
    </div>
  );
}

function RefuseForm({ isAnswering, onAnswer, onBack }: AnswerFormProps & { onBack: () => void }) {
  const [why, setWhy] = useState('');
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        onAnswer({ kind: 'refuse', ...(why.trim() !== '' && { why: why.trim() }) });
      }}
    >
      <TextInput
        aria-label={words('gate.refuseWhy')}
        placeholder={words('gate.refuseWhy')}
        maxLength={10_000}
        autoFocus
        value={why}
        onChange={event => setWhy(event.currentTarget.value)}
      />
      <p className={styles.hint}>{words('gate.refuseHint')}</p>
      <div className={styles.buttons}>
        <Button type="submit" look="primary" disabled={isAnswering}>
          {words(isAnswering ? 'gate.answering' : 'gate.refuseNow')}
        </Button>
        <Button look="quiet" disabled={isAnswering} onClick={onBack}>
          {words('gate.back')}
        </Button>
      </div>
    </form>
  );
}
