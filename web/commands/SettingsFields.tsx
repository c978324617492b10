import { type ReactNode, useId } from 'react';
import type { Thinking } from '../../shared/checkpoint.ts';
import type { PlannedSettings } from '../../shared/plan.ts';
import { formatTokenCount } from '../i18n/format.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { InlineField, Select, TextArea, TextInput } from '../ui/Field.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import type { FormProblem, MoveDraft, MoveForm } from './moveForm.ts';
import styles from './SettingsFields.module.css';

interface SettingsFieldsProps {
  form: MoveForm;
  onChange: (change: MoveDraft) => void;
  /** What the requests would be made with, as the plan says; null before the first. */
  planned: PlannedSettings | null;
  wrong: FormProblem | null;
}

/** What the next requests are made with besides the messages: folded, and as before unless it is touched. */
export function SettingsFields(props: SettingsFieldsProps) {
  const { form, onChange, planned } = props;
  const isTouched =
    form.model !== '' ||
    form.thinking !== null ||
    form.maxTokens !== '' ||
    form.system !== null ||
    form.tools !== null;
  return (
    <details className={styles.settings} open={isTouched || undefined}>
      <summary className={styles.title}>{words('commands.settings')}</summary>
      <div className={styles.fields}>
        <ModelField {...props} />
        <div className={styles.row}>
          <ThinkingField {...props} />
          <MaxTokensField {...props} />
        </div>
        {planned && (
          <ToolBoxes
            known={planned.known}
            chosen={form.tools ?? planned.tools}
            isTouched={form.tools !== null}
            onChange={tools => onChange({ tools })}
          />
        )}
        <SystemField
          system={form.system}
          stored={planned?.system ?? null}
          onChange={system => onChange({ system })}
        />
      </div>
    </details>
  );
}

function ModelField({ form, onChange, planned }: SettingsFieldsProps) {
  const known = form.model === '' ? planned?.model : null;
  return (
    <InlineField label={words('commands.model')}>
      <TextInput
        className={styles.model}
        placeholder={known ? words('commands.asBeforeNamely', { what: known }) : words('commands.asBefore')}
        spellCheck={false}
        autoComplete="off"
        maxLength={200}
        value={form.model}
        onChange={event => onChange({ model: event.currentTarget.value })}
      />
    </InlineField>
  );
}

const thinkings = [
  ['off', 'commands.thinkingOff'],
  ['adaptive', 'commands.thinkingAdaptive'],
  ['budget', 'commands.thinkingBudget'],
] as const satisfies [NonNullable<MoveForm['thinking']>, WordKey][];

function ThinkingField({ form, onChange, planned, wrong }: SettingsFieldsProps) {
  const choose = (value: string) =>
    onChange({ thinking: thinkings.find(([name]) => name === value)?.[0] ?? null });
  return (
    <>
      <InlineField label={words('commands.thinking')}>
        <Select value={form.thinking ?? ''} onChange={event => choose(event.currentTarget.value)}>
          <option value="">{asBefore(form.thinking === null ? planned?.thinking : undefined)}</option>
          {thinkings.map(([name, word]) => (
            <option key={name} value={name}>
              {words(word)}
            </option>
          ))}
        </Select>
      </InlineField>
      {form.thinking === 'budget' && (
        <NumberField
          label={words('commands.budget')}
          value={form.thinkingBudget}
          wrong={wrong === 'bad-budget' ? words('commands.badBudget') : null}
          onChange={thinkingBudget => onChange({ thinkingBudget })}
        />
      )}
    </>
  );
}

/** `as before (off)`; without what it was where nobody said it. */
function asBefore(thinking: Thinking | undefined): string {
  if (thinking === undefined) return words('commands.asBefore');
  const how =
    thinking === null
      ? words('commands.thinkingOff')
      : thinking === 'adaptive'
        ? words('commands.thinkingAdaptive')
        : formatTokenCount(thinking.budgetTokens);
  return words('commands.asBeforeNamely', { what: how });
}

function MaxTokensField({ form, onChange, planned, wrong }: SettingsFieldsProps) {
  return (
    <NumberField
      label={words('commands.maxTokens')}
      value={form.maxTokens}
      placeholder={planned && form.maxTokens === '' ? String(planned.maxTokens) : ''}
      wrong={wrong === 'bad-max-tokens' ? words('commands.badMaxTokens') : null}
      onChange={maxTokens => onChange({ maxTokens })}
    />
  );
}

interface NumberFieldProps {
  label: string;
  value: string;
  placeholder?: string;
  wrong: string | null;
  onChange: (value: string) => void;
}

function NumberField({ label, value, placeholder, wrong, onChange }: NumberFieldProps) {
  const id = useId();
  return (
    <div>
      <InlineField label={label}>
        <TextInput
          className={styles.number}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          placeholder={placeholder}
          value={value}
          aria-invalid={wrong !== null}
          aria-describedby={wrong === null ? undefined : id}
          onChange={event => onChange(event.currentTarget.value)}
        />
      </InlineField>
      {wrong !== null && (
        <p id={id} className={styles.wrong} role="status">
          {wrong}
        </p>
      )}
    </div>
  );
}

interface ToolBoxesProps {
  /** What the run has. */
  known: readonly string[];
  chosen: readonly string[];
  isTouched: boolean;
  /** Null is as before. */
  onChange: (tools: string[] | null) => void;
}

function ToolBoxes({ known, chosen, isTouched, onChange }: ToolBoxesProps) {
  const toggle = (tool: string) => onChange(known.filter(name => chosen.includes(name) !== (name === tool)));
  return (
    <fieldset className={styles.tools}>
      <Heading as="legend" isTouched={isTouched} onReset={() => onChange(null)}>
        {words('commands.tools', { chosen: String(chosen.length), count: known.length })}
      </Heading>
      {known.map(tool => (
        <label key={tool} className={styles.tool}>
          <input type="checkbox" checked={chosen.includes(tool)} onChange={() => toggle(tool)} />
          <SafeText text={tool} />
        </label>
      ))}
    </fieldset>
  );
}

interface SystemFieldProps {
  system: string | null;
  /** What the branch was given; null where it is the usual one. */
  stored: string | null;
  onChange: (system: string | null) => void;
}

function SystemField({ system, stored, onChange }: SystemFieldProps) {
  return (
    <div>
      <Heading as="div" isTouched={system !== null} onReset={() => onChange(null)}>
        {words('commands.system')}
      </Heading>
      <TextArea
        aria-label={words('commands.system')}
        placeholder={words('commands.systemUsual')}
        rows={3}
        maxLength={100_000}
        value={system ?? stored ?? ''}
        onChange={event => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

interface HeadingProps {
  as: 'legend' | 'div';
  isTouched: boolean;
  onReset: () => void;
  children: ReactNode;
}

function Heading({ as: Tag, isTouched, onReset, children }: HeadingProps) {
  return (
    <Tag className={styles.heading}>
      {children}
      {isTouched && (
        <Button look="quiet" onClick={onReset}>
          {words('commands.editedReset')}
        </Button>
      )}
    </Tag>
  );
}
