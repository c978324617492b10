import type { ReactNode } from 'react';
import type { Comparison } from '../../shared/compare/comparison.ts';
import { words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { BranchNote } from './BranchNote.tsx';
import { FactRow } from './ColumnsRow.tsx';
import { CommandFacts } from './CommandFacts.tsx';
import { EffectsFact } from './EffectsFact.tsx';
import { AnswerFact, CountFact, FilesFact, PlanFact, SpentFact } from './OutcomeFacts.tsx';
import styles from './Outcomes.module.css';
import { StateFact } from './StateFact.tsx';

const settings = {
  model: 'compare.settingModel',
  system: 'compare.settingSystem',
  thinking: 'compare.settingThinking',
  maxTokens: 'compare.settingMaxTokens',
  tools: 'compare.settingTools',
  effects: 'compare.settingEffects',
} as const;

/** What became of each side, fact by fact: state, answer, tests, what it took, effects, files. */
export function Outcomes({ comparison }: { comparison: Comparison }) {
  const { columns } = comparison;
  const sides = columns.map(column => column.side);
  const row = (label: ReactNode, children: readonly ReactNode[]) => (
    <FactRow label={label} sides={sides}>
      {children}
    </FactRow>
  );
  return (
    <dl aria-label={words('compare.outcomes')} className={styles.outcomes}>
      {columns.some(column => column.plan !== null) &&
        row(
          words('compare.plan'),
          columns.map(column => <PlanFact key={column.side} column={column} />),
        )}
      {row(
        words('compare.state'),
        columns.map(column => <StateFact key={column.side} column={column} />),
      )}
      {row(
        words('compare.answer'),
        columns.map(column => <AnswerFact key={column.side} column={column} />),
      )}
      <CommandFacts comparison={comparison} />
      {row(
        words(comparison.ancestor === null ? 'compare.spentInAll' : 'compare.spent'),
        columns.map(column => <SpentFact key={column.side} column={column} />),
      )}
      {columns.some(column => column.errors.count > 0) &&
        row(
          words('compare.errors'),
          columns.map(column => (
            <CountFact
              key={column.side}
              column={column}
              of={column.errors}
              text={words('compare.errorCount', { count: column.errors.count })}
            />
          )),
        )}
      {columns.some(column => column.damaged.count > 0) &&
        row(
          words('compare.damaged'),
          columns.map(column => (
            <CountFact
              key={column.side}
              column={column}
              of={column.damaged}
              text={words('compare.damagedCount', { count: column.damaged.count })}
            />
          )),
        )}
      {row(
        words('compare.effects'),
        columns.map(column => <EffectsFact key={column.side} column={column} columns={columns} />),
      )}
      {row(
        words('compare.files'),
        columns.map(column => <FilesFact key={column.side} column={column} />),
      )}
      {comparison.settings.map(({ setting, values }) => (
        <FactRow key={setting} label={words(settings[setting])} sides={sides}>
          {values.map((value, index) => (
            <SettingValue key={sides[index]} value={value} />
          ))}
        </FactRow>
      ))}
      {columns.some(column => column.kind === 'branch') &&
        row(
          words('compare.note'),
          columns.map(column =>
            column.kind === 'branch' ? <BranchNote key={column.side} column={column} /> : null,
          ),
        )}
    </dl>
  );
}

function SettingValue({ value }: { value: string | null }) {
  return value === null ? words('compare.settingUsual') : <SafeText text={value} />;
}
