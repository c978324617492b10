import { useState } from 'react';
import type { Column, CommandResult, ComparedCommand, Comparison } from '../../shared/compare/comparison.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { ColumnsRow, FactRow } from './ColumnsRow.tsx';
import styles from './CommandFacts.module.css';
import { PlaceLink } from './PlaceLink.tsx';
import { testWords } from './testWords.ts';

/** Commands that are no tests, shown at first. */
const SHOWN_OTHERS = 1;

/** The last result of each command that two sides or more ran, tests first. */
export function CommandFacts({ comparison: { commands, columns } }: { comparison: Comparison }) {
  const [isWhole, setWhole] = useState(false);
  const tests = commands.filter(command => command.isTest);
  const others = commands.filter(command => !command.isTest);
  const shown = [...tests, ...(isWhole ? others : others.slice(0, SHOWN_OTHERS))];
  const left = commands.length - shown.length;
  return (
    <>
      {shown.map(command => (
        <CommandFact key={command.command} command={command} columns={columns} />
      ))}
      {(left > 0 || isWhole) && (
        <ColumnsRow label="">
          <dd className={styles.rest}>
            <button
              type="button"
              className={styles.button}
              aria-expanded={isWhole}
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? words('compare.fewerCommands') : words('compare.moreCommands', { count: left })}
            </button>
          </dd>
        </ColumnsRow>
      )}
    </>
  );
}

interface CommandFactProps {
  command: ComparedCommand;
  columns: readonly Column[];
}

function CommandFact({ command: { command, isTest, results }, columns }: CommandFactProps) {
  const label = (
    <>
      {words(isTest ? 'compare.tests' : 'compare.command')}{' '}
      <code className={styles.command} title={visibleText(command)}>
        <SafeText text={command} />
      </code>
    </>
  );
  return (
    <FactRow label={label} sides={columns.map(column => column.side)}>
      {columns.map((column, index) => (
        <Result key={column.side} column={column} result={results[index] ?? null} />
      ))}
    </FactRow>
  );
}

function Result({ column, result }: { column: Column; result: CommandResult | null }) {
  if (result === null) return <span className={styles.unknown}>{words('compare.notRun')}</span>;
  const { state, exitCode, counts, summary, runs, at } = result;
  const said = counts ? testWords(counts) : summary || words(`compare.command-${state}`);
  return (
    <span className={styles.result}>
      <span className={styles[state]}>
        <SafeText text={said} />
        {counts === null &&
          exitCode !== null &&
          exitCode !== 0 &&
          ` · ${words('content.exit', { code: String(exitCode) })}`}
        {runs > 1 && <span className={styles.runs}> · {words('compare.lastOfRuns', { count: runs })}</span>}
      </span>
      <PlaceLink column={column} at={at} />
    </span>
  );
}
