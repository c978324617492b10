import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { PlannedBranch } from '../../shared/fanOut.ts';
import type { Message } from '../../shared/message.ts';
import type { FormProblem, MoveForm } from '../commands/moveForm.ts';
import { SettingsFields } from '../commands/SettingsFields.tsx';
import { type WordKey, words } from '../i18n/words.ts';
import { InlineField, TextArea, TextInput } from '../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './BranchFields.module.css';
import type { RowDraft } from './fanOutForm.ts';
import { PlannedNotes } from './PlannedNotes.tsx';

interface BranchFieldsProps {
  title: string;
  nameLabel: string;
  form: MoveForm;
  /** What the branches will be called, where the name is but the beginning of theirs. */
  names?: readonly string[];
  wrong: FormProblem | null;
  /** What the plan says of it; null while another one is asked for. */
  planned: PlannedBranch | null;
  /** The last messages of the scene, which its words follow. */
  tail: readonly Message[];
  onChange: (part: RowDraft) => void;
  /** Null where it has to stay. */
  onRemove: (() => void) | null;
  children?: ReactNode;
}

const wrongNames = {
  'name-missing': 'commands.nameMissing',
  'name-bad': 'commands.nameBad',
  'name-taken': 'commands.nameTaken',
  // The settings say what is wrong with them.
  'bad-input': null,
  'bad-budget': null,
  'bad-max-tokens': null,
} as const satisfies Record<FormProblem, WordKey | null>;

/** One branch of a fan-out: its name, the words it goes on with, its model and settings, and what the plan says of it. */
export function BranchFields(props: BranchFieldsProps) {
  const { title, nameLabel, form, names, wrong, planned, tail, onChange, onRemove, children } = props;
  const noteId = useId();
  const wrongName = wrong === null ? null : wrongNames[wrong];
  return (
    <fieldset className={styles.branch} aria-label={title}>
      <div className={styles.head}>
        <span className={styles.title}>{title}</span>
        <InlineField label={nameLabel}>
          <TextInput
            className={styles.name}
            value={form.name}
            maxLength={76}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={wrongName !== null}
            aria-describedby={wrongName === null ? undefined : noteId}
            onChange={event => onChange({ name: event.currentTarget.value })}
          />
        </InlineField>
        {children}
        {onRemove && (
          <IconButton
            className={styles.remove}
            label={words('fanOut.remove', { branch: form.name || title })}
            onClick={onRemove}
          >
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      {wrongName !== null && (
        <p id={noteId} className={styles.wrong} role="status">
          {words(wrongName)}
        </p>
      )}
      {names && wrongName === null && (
        <p className={styles.names}>
          <SafeText text={names.join(', ')} />
        </p>
      )}
      <TextArea
        aria-label={words('fanOut.sayOf', { branch: form.name || title })}
        placeholder={words('fanOut.say')}
        rows={2}
        maxLength={100_000}
        value={form.say}
        onChange={event => onChange({ say: event.currentTarget.value })}
      />
      <SettingsFields
        form={form}
        onChange={part => onChange(part)}
        planned={planned?.plan?.settings ?? null}
        wrong={wrong}
      />
      {planned && <PlannedNotes planned={planned} tail={tail} say={form.say.trim()} />}
    </fieldset>
  );
}
