import { useId } from 'react';
import type { Plan, RestoreChoice } from '../../shared/plan.ts';
import type { BranchRow, SceneRow } from '../../shared/rows.ts';
import { useScene } from '../api/queries.ts';
import { type WordKey, words } from '../i18n/words.ts';
import type { Act } from '../selection/selection.ts';
import { InlineField, Select, TextArea, TextInput } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import { EditedResults } from './EditedResults.tsx';
import { EffectsModeSelect, hintOfMode } from './EffectsModeSelect.tsx';
import styles from './MoveFields.module.css';
import type { FormProblem, MoveDraft, MoveForm } from './moveForm.ts';
import { PendingCalls } from './PendingCalls.tsx';
import { refusedText } from './planWords.ts';
import { SettingsFields } from './SettingsFields.tsx';

interface MoveFieldsProps {
  run: string;
  scene: SceneRow;
  act: Act;
  form: MoveForm;
  onChange: (change: MoveDraft) => void;
  /** The plan on screen; null before the first. */
  plan: Plan | null;
  /** Branches that can be rewound to the scene. */
  branches: readonly BranchRow[];
  wrong: FormProblem | null;
}

/** What goes along with a rewind or a fork: words, decisions about calls, files, effects, model, a name. */
export function MoveFields(props: MoveFieldsProps) {
  const { act, form, onChange, plan, branches, wrong } = props;
  const mode = form.effects ?? plan?.effectsMode ?? 'ask';
  return (
    <>
      {act === 'rewind' && branches.length > 1 && (
        <InlineField label={words('commands.rewindBranch')}>
          <Select value={form.branch} onChange={event => onChange({ branch: event.currentTarget.value })}>
            {branches.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        </InlineField>
      )}
      <ContentFields {...props} />
      {act === 'fork' && <NameField name={form.name} wrong={wrong} onChange={name => onChange({ name })} />}
      <TextArea
        aria-label={words('commands.say')}
        placeholder={words('commands.say')}
        rows={2}
        maxLength={100_000}
        value={form.say}
        onChange={event => onChange({ say: event.currentTarget.value })}
      />
      <div className={styles.row}>
        <RestoreSegments plan={plan} chosen={form.restore} onChange={restore => onChange({ restore })} />
        <InlineField label={words('commands.thenMode')}>
          <EffectsModeSelect value={mode} onChange={effects => onChange({ effects })} />
        </InlineField>
      </div>
      <p className={styles.hint}>{hintOfMode(mode)}</p>
      <SettingsFields form={form} onChange={onChange} planned={plan?.settings ?? null} wrong={wrong} />
    </>
  );
}

/** At A the calls that wait, at B the results that are there. */
function ContentFields({ run, scene, form, onChange }: MoveFieldsProps) {
  const loaded = useScene(run, `@${scene.id}`);
  const messages = loaded.status === 'ready' ? loaded.value.checkpoint?.messages : undefined;
  if (!messages) return null;
  const pending = scene.calls.filter(call => call.state === 'dangling');
  if (pending.length > 0) {
    return (
      <PendingCalls
        pending={pending}
        messages={messages}
        isDropped={form.isDropped}
        calls={form.calls}
        onDrop={isDropped => onChange({ isDropped })}
        onChange={(callId, call) => onChange({ calls: { ...form.calls, [callId]: call } })}
      />
    );
  }
  return (
    <EditedResults
      messages={messages}
      edited={form.editedResults}
      onChange={editedResults => onChange({ editedResults })}
    />
  );
}

const wrongs = {
  'name-missing': 'commands.nameMissing',
  'name-bad': 'commands.nameBad',
  'name-taken': 'commands.nameTaken',
  'bad-input': null,
  'bad-budget': null,
  'bad-max-tokens': null,
} as const satisfies Record<FormProblem, WordKey | null>;

interface NameFieldProps {
  name: string;
  wrong: FormProblem | null;
  onChange: (name: string) => void;
}

function NameField({ name, wrong, onChange }: NameFieldProps) {
  const noteId = useId();
  const key = wrong === null ? null : wrongs[wrong];
  return (
    <div>
      <InlineField label={words('commands.name')}>
        <TextInput
          className={styles.name}
          value={name}
          maxLength={80}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={key !== null}
          aria-describedby={key === null ? undefined : noteId}
          onChange={event => onChange(event.currentTarget.value)}
        />
      </InlineField>
      {key !== null && (
        <p id={noteId} className={styles.wrong} role="status">
          {words(key)}
        </p>
      )}
    </div>
  );
}

interface RestoreSegmentsProps {
  plan: Plan | null;
  chosen: RestoreChoice | null;
  onChange: (choice: RestoreChoice) => void;
}

function RestoreSegments({ plan, chosen, onChange }: RestoreSegmentsProps) {
  const refused = plan && refusedText(plan);
  const withFiles = { disabled: refused !== null, title: refused ?? undefined };
  return (
    <Segments<RestoreChoice>
      label={words('commands.restoreChoice')}
      value={chosen ?? plan?.files.restore ?? 'conversation'}
      onChange={onChange}
      options={[
        { value: 'conversation', label: words('commands.restoreConversation') },
        { value: 'files', label: words('commands.restoreFiles'), ...withFiles },
        { value: 'both', label: words('commands.restoreBoth'), ...withFiles },
      ]}
    />
  );
}
