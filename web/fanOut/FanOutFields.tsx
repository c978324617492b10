import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { type FanOutPlan, FEWEST_BRANCHES, MOST_BRANCHES, type PlannedBranch } from '../../shared/fanOut.ts';
import { hintOfMode } from '../commands/EffectsModeSelect.tsx';
import type { FormProblem, MoveForm } from '../commands/moveForm.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { InlineField, Select } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import { BranchFields } from './BranchFields.tsx';
import styles from './FanOutFields.module.css';
import type { FanOutDraft, FanOutForm, RowDraft } from './fanOutForm.ts';
import type { useFanOutDraft } from './useFanOutDraft.ts';

interface FanOutFieldsProps {
  form: FanOutForm;
  /** The branches that the form makes, and what is wrong with each. */
  branches: readonly MoveForm[];
  wrongs: readonly (FormProblem | null)[];
  /** The plan on screen; null before the first. */
  plan: FanOutPlan | null;
  /** It is the answer to what is filled in now. */
  isPlanCurrent: boolean;
  drafted: ReturnType<typeof useFanOutDraft>;
}

/** How the branches differ, or that they do not; how many run at once, and what becomes of calls that reach outside. */
export function FanOutFields(props: FanOutFieldsProps) {
  const { form, drafted } = props;
  return (
    <>
      <div>
        <Segments<FanOutForm['kind']>
          label={words('fanOut.kind')}
          value={form.kind}
          onChange={kind => drafted.change({ kind })}
          options={[
            { value: 'own', label: words('fanOut.kindOwn') },
            { value: 'same', label: words('fanOut.kindSame') },
          ]}
        />
        <p className={styles.hint}>
          {words(form.kind === 'own' ? 'fanOut.kindOwnHint' : 'fanOut.kindSameHint')}
        </p>
      </div>
      {form.kind === 'own' ? <OwnBranches {...props} /> : <SameBranches {...props} />}
      <CommonFields form={form} onChange={drafted.change} />
    </>
  );
}

function OwnBranches({ form, wrongs, plan, isPlanCurrent, drafted }: FanOutFieldsProps) {
  const { rows, drafts } = form;
  const list = useRef<HTMLOListElement>(null);
  const isFull = rows.length >= MOST_BRANCHES;
  /** Who adds or removes a branch goes on at the one that stands there then. */
  const changeRows = (next: readonly RowDraft[], at: number) => {
    flushSync(() => drafted.change({ rows: [...next] }));
    list.current?.children
      .item(Math.min(at, next.length - 1))
      ?.querySelector('input')
      ?.focus();
  };
  const planOf = (name: string, index: number): PlannedBranch | null => {
    const row = isPlanCurrent ? plan?.branches[index] : undefined;
    return row?.name === name.trim() ? row : null;
  };
  return (
    <>
      <ol ref={list} className={styles.branches}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a branch that is not made yet has no identity but its place
          <li key={index}>
            <BranchFields
              title={words('fanOut.branch', { number: String(index + 1) })}
              nameLabel={words('fanOut.name')}
              form={row}
              wrong={wrongs[index] ?? null}
              planned={planOf(row.name, index)}
              tail={plan?.tail ?? []}
              onChange={part => drafted.changeRow(drafts, index, part)}
              onRemove={
                rows.length > FEWEST_BRANCHES
                  ? () =>
                      changeRows(
                        drafts.filter((_, at) => at !== index),
                        index,
                      )
                  : null
              }
            />
          </li>
        ))}
      </ol>
      <Button
        className={styles.add}
        disabled={isFull}
        title={isFull ? words('fanOut.full', { count: MOST_BRANCHES }) : undefined}
        onClick={() => changeRows([...drafts, {}], drafts.length)}
      >
        <Plus size={12} aria-hidden />
        {words('fanOut.add')}
      </Button>
    </>
  );
}

function SameBranches({ form, branches, wrongs, plan, isPlanCurrent, drafted }: FanOutFieldsProps) {
  const wrong = wrongs.find(problem => problem !== null) ?? null;
  const rows = (isPlanCurrent && plan?.branches) || [];
  return (
    <BranchFields
      title={words('fanOut.allBranches', { count: form.count })}
      nameLabel={words('fanOut.stem')}
      form={form.same}
      names={branches.map(branch => branch.name)}
      wrong={wrong}
      planned={rows.find(row => row.problem !== null) ?? rows[0] ?? null}
      tail={plan?.tail ?? []}
      onChange={drafted.changeSame}
      onRemove={null}
    >
      <InlineField label={words('fanOut.count')}>
        <NumberSelect
          from={FEWEST_BRANCHES}
          value={form.count}
          onChange={count => drafted.change({ count })}
        />
      </InlineField>
    </BranchFields>
  );
}

function CommonFields({ form, onChange }: { form: FanOutForm; onChange: (part: FanOutDraft) => void }) {
  return (
    <div>
      <div className={styles.row}>
        <InlineField label={words('fanOut.atOnce')}>
          <NumberSelect from={1} value={form.atOnce} onChange={atOnce => onChange({ atOnce })} />
        </InlineField>
        <Segments<FanOutForm['effects']>
          label={words('fanOut.mode')}
          value={form.effects}
          onChange={effects => onChange({ effects })}
          options={[
            { value: 'ask', label: words('fanOut.modeAsk') },
            { value: 'dry-run', label: words('fanOut.modeDryRun') },
          ]}
        />
      </div>
      <p className={styles.hint}>{hintOfMode(form.effects)}</p>
    </div>
  );
}

interface NumberSelectProps {
  from: number;
  value: number;
  onChange: (value: number) => void;
}

/** A number up to the most branches that a fan-out has. */
function NumberSelect({ from, value, onChange }: NumberSelectProps) {
  const numbers = Array.from({ length: MOST_BRANCHES - from + 1 }, (_, index) => from + index);
  return (
    <Select value={value} onChange={event => onChange(Number(event.currentTarget.value))}>
      {numbers.map(number => (
        <option key={number} value={number}>
          {number}
        </option>
      ))}
    </Select>
  );
}
