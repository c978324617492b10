import type { ReactNode } from 'react';
import type { Column, Comparison } from '../../shared/compare/comparison.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { formatCost, formatDuration, formatTokens } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { StatePill } from '../ui/StatePill.tsx';
import { BranchVerdict } from './BranchVerdict.tsx';
import { MAX_COLUMNS } from './defaultSides.ts';
import { EffectsFact } from './EffectsFact.tsx';
import { type LastTest, lastTest } from './lastTest.ts';
import { FilesFact } from './OutcomeFacts.tsx';
import { PlaceLink } from './PlaceLink.tsx';
import styles from './SidesTable.module.css';
import { kindWords } from './StateFact.tsx';
import { sideName } from './sideName.ts';
import { testWords } from './testWords.ts';

interface SidesTableProps {
  comparison: Comparison;
  colourOf: (branch: string) => string | null;
  /** The sides that stand in columns, as `side` names them. */
  chosen: readonly string[];
  onChoose: (sides: string[]) => void;
  actionsOf: (column: Column) => ReactNode;
}

/** All sides of a comparison, one per row, as they come in; those that are ticked stand in columns. */
export function SidesTable({ comparison, chosen, onChoose, colourOf, actionsOf }: SidesTableProps) {
  const { columns, commands } = comparison;
  const toggle = (side: string) =>
    onChoose(chosen.includes(side) ? chosen.filter(other => other !== side) : [...chosen, side]);
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={words('compare.table')}>
        <thead>
          <tr>
            <th scope="col">{words('compare.inColumns')}</th>
            <th scope="col">{words('compare.branch')}</th>
            <th scope="col">{words('compare.state')}</th>
            <th scope="col">{words('compare.answer')}</th>
            <th scope="col">{words('compare.tests')}</th>
            <th scope="col" className={styles.number}>
              {words('compare.turnsColumn')}
            </th>
            <th scope="col" className={styles.number}>
              {words('compare.tokensColumn')}
            </th>
            <th scope="col" className={styles.number}>
              {words('compare.costColumn')}
            </th>
            <th scope="col" className={styles.number}>
              {words('compare.timeColumn')}
            </th>
            <th scope="col" className={styles.number}>
              {words('compare.errors')}
            </th>
            <th scope="col">{words('compare.effects')}</th>
            <th scope="col">{words('compare.files')}</th>
            <th scope="col">{words('compare.verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, index) => (
            <SideLine
              key={column.side}
              column={column}
              columns={columns}
              colour={column.run === comparison.run ? colourOf(column.branch) : null}
              test={lastTest(commands, index)}
              isChosen={chosen.includes(column.side)}
              canChoose={chosen.includes(column.side) || chosen.length < MAX_COLUMNS}
              onToggle={() => toggle(column.side)}
              actions={actionsOf(column)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SideLineProps {
  column: Column;
  columns: readonly Column[];
  colour: string | null;
  test: LastTest | null;
  isChosen: boolean;
  canChoose: boolean;
  onToggle: () => void;
  actions: ReactNode;
}

function SideLine(props: SideLineProps) {
  const { column, columns, colour, test, isChosen, canChoose, onToggle, actions } = props;
  const { kind, spent, state, answer, end, errors } = column;
  const side = sideName(column);
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          className={styles.tick}
          aria-label={words('compare.showInColumns', { side })}
          title={canChoose ? undefined : words('compare.columnsFull', { count: MAX_COLUMNS })}
          checked={isChosen}
          disabled={!canChoose}
          onChange={onToggle}
        />
      </td>
      <th scope="row" className={styles.side}>
        <span className={styles.name} style={colour === null ? undefined : { color: colour }}>
          <SafeText text={column.side} />
        </span>
        {column.plan && (
          <span className={styles.plan} title={visibleText(column.plan.words)}>
            <SafeText text={column.plan.words} />
          </span>
        )}
      </th>
      <td>
        <span className={styles.stack}>
          {state !== null && <StatePill state={state} />}
          {kind !== 'branch' && words(kindWords[kind])}
          {end && <PlaceLink column={column} at={end} />}
        </span>
      </td>
      <td className={styles.answer}>
        {answer === null ? (
          '—'
        ) : (
          <span className={styles.short} title={visibleText(answer.text)}>
            <SafeText text={answer.text} />
          </span>
        )}
      </td>
      <td>
        {test === null ? (
          '—'
        ) : (
          <span className={classNames(styles.stack, styles.tests)} title={visibleText(test.command)}>
            <span className={styles[test.result.state]}>
              <SafeText text={test.result.counts ? testWords(test.result.counts) : test.result.summary} />
            </span>
            <PlaceLink column={column} at={test.result.at} />
          </span>
        )}
      </td>
      <td className={styles.number}>{spent.turns}</td>
      <td className={styles.number}>{formatTokens(spent.tokens)}</td>
      <td className={styles.number}>
        {spent.costUsd === null || spent.turns === 0 ? '—' : formatCost(spent.costUsd)}
      </td>
      <td className={styles.number}>{spent.durationMs === null ? '—' : formatDuration(spent.durationMs)}</td>
      <td className={styles.number}>{errors.count}</td>
      <td className={styles.effects}>
        <EffectsFact column={column} columns={columns} />
      </td>
      <td className={styles.files}>
        <FilesFact column={column} />
      </td>
      <td>
        <span className={styles.actions}>
          {actions}
          {column.kind === 'branch' && <BranchVerdict column={column} />}
        </span>
      </td>
    </tr>
  );
}
