import { callsOfLastReply } from '../../shared/calls.ts';
import type { Messages, ToolUseBlock } from '../../shared/message.ts';
import type { CallRow } from '../../shared/rows.ts';
import { JsonInput } from '../content/JsonInput.tsx';
import { type WordKey, words } from '../i18n/words.ts';
import { Select, TextArea, TextInput } from '../ui/Field.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { Segments } from '../ui/Segments.tsx';
import type { CallForm } from './moveForm.ts';
import styles from './PendingCalls.module.css';

interface PendingCallsProps {
  /** The calls of the scene that wait. */
  pending: readonly CallRow[];
  messages: Messages;
  isDropped: boolean;
  calls: Readonly<Record<string, CallForm>>;
  onDrop: (isDropped: boolean) => void;
  onChange: (callId: string, call: CallForm) => void;
}

/** What becomes of each call that a scene A leaves without a result. */
export function PendingCalls({ pending, messages, isDropped, calls, onDrop, onChange }: PendingCallsProps) {
  const named = new Map(callsOfLastReply(messages).map(({ call }) => [call.id, call]));
  return (
    <section
      className={styles.pending}
      aria-label={words('commands.pendingTitle', { count: pending.length })}
    >
      <div className={styles.head}>
        <h4 className={styles.title}>{words('commands.pendingTitle', { count: pending.length })}</h4>
        <Segments
          label={words('commands.pendingTitle', { count: pending.length })}
          value={isDropped ? 'drop' : 'each'}
          onChange={value => onDrop(value === 'drop')}
          options={[
            { value: 'each', label: words('commands.pendingEach') },
            { value: 'drop', label: words('commands.pendingDrop') },
          ]}
        />
      </div>
      {isDropped ? (
        <p className={styles.hint}>{words('commands.pendingDropHint')}</p>
      ) : (
        pending.map(row => (
          <CallChoice
            key={row.id}
            row={row}
            form={calls[row.id] ?? callFormOf(named.get(row.id))}
            onChange={form => onChange(row.id, form)}
          />
        ))
      )}
    </section>
  );
}

function callFormOf(call: ToolUseBlock | undefined): CallForm {
  return {
    kind: 'leave',
    input: JSON.stringify(call?.input ?? {}, null, 2),
    why: '',
    result: '',
    isError: false,
  };
}

const kinds = [
  ['leave', 'commands.decisionLeave'],
  ['run', 'commands.decisionRun'],
  ['edit', 'commands.decisionEdit'],
  ['skip', 'commands.decisionSkip'],
  ['supply', 'commands.decisionSupply'],
] as const satisfies [CallForm['kind'], WordKey][];

interface CallChoiceProps {
  row: CallRow;
  form: CallForm;
  onChange: (form: CallForm) => void;
}

function CallChoice({ row, form, onChange }: CallChoiceProps) {
  const choose = (value: string) => {
    const kind = kinds.find(([name]) => name === value)?.[0];
    if (kind) onChange({ ...form, kind });
  };
  return (
    <div className={styles.call}>
      <div className={styles.line}>
        <span className={styles.name}>
          <SafeText text={row.name} />
        </span>
        <span className={styles.detail} title={row.detail}>
          <SafeText text={row.detail} />
        </span>
        <Select
          aria-label={words('commands.decision', { tool: row.name })}
          value={form.kind}
          onChange={event => choose(event.currentTarget.value)}
        >
          {kinds.map(([kind, word]) => (
            <option key={kind} value={kind}>
              {words(word)}
            </option>
          ))}
        </Select>
      </div>
      <CallFields row={row} form={form} onChange={onChange} />
    </div>
  );
}

function CallFields({ row, form, onChange }: CallChoiceProps) {
  switch (form.kind) {
    case 'leave':
    case 'run':
      return null;
    case 'edit':
      return (
        <JsonInput
          label={words('commands.editInput', { tool: row.name })}
          text={form.input}
          onChange={input => onChange({ ...form, input })}
        />
      );
    case 'skip':
      return (
        <TextInput
          aria-label={words('commands.skipWhy')}
          placeholder={words('commands.skipWhy')}
          value={form.why}
          onChange={event => onChange({ ...form, why: event.currentTarget.value })}
        />
      );
    case 'supply':
      return (
        <>
          <TextArea
            aria-label={words('commands.supplyResult', { tool: row.name })}
            placeholder={words('commands.supplyResult', { tool: row.name })}
            rows={3}
            value={form.result}
            onChange={event => onChange({ ...form, result: event.currentTarget.value })}
          />
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={form.isError}
              onChange={event => onChange({ ...form, isError: event.currentTarget.checked })}
            />
            {words('commands.supplyError')}
          </label>
        </>
      );
  }
}
