import { type KeyboardEvent, memo } from 'react';
import type { ComparedRow, Comparison, FirstDivergence } from '../../shared/compare/comparison.ts';
import { words } from '../i18n/words.ts';
import { ColumnsRow } from './ColumnsRow.tsx';
import { DivergenceLine } from './DivergenceLine.tsx';
import { differenceWords } from './differenceWords.ts';
import { MissingTurn } from './MissingTurn.tsx';
import { TurnCard } from './TurnCard.tsx';
import styles from './TurnRow.module.css';
import { keyOfRow } from './turnItems.ts';

interface TurnRowProps {
  comparison: Comparison;
  /** Of the row. */
  index: number;
  colourOf: (branch: string) => string | null;
  /** Where this is the row in which the sides part. */
  divergence: FirstDivergence | null;
  /** Its place among the rows that differ; -1 for one that does not. */
  stepAt: number;
  stepCount: number;
  isOpen: boolean;
  /** Told its key (`keyOfRow`). */
  onToggle: (key: string) => void;
}

/**
 * Turns that did the like, side by side. Enter on the row unfolds what they hold. Its properties keep their identity, so
 * that scrolling draws only the rows that come into view.
 */
export const TurnRow = memo(function TurnRow(props: TurnRowProps) {
  const { comparison, index, colourOf, divergence, stepAt, stepCount, isOpen, onToggle } = props;
  const { columns } = comparison;
  const row = comparison.rows[index];
  if (!row) return null;
  const toggle = () => onToggle(keyOfRow(row));
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
    event.preventDefault();
    toggle();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set would take the place of the grid
    <div
      role="group"
      className={styles.row}
      tabIndex={-1}
      data-step=""
      data-printed=""
      aria-label={rowLabel(row, stepAt, stepCount)}
      onKeyDown={press}
    >
      {divergence && <DivergenceLine divergence={divergence} columns={columns} />}
      <ColumnsRow
        className={styles.cells}
        label={divergence && <strong className={styles.first}>{words('compare.firstDivergence')}</strong>}
      >
        {columns.map((column, at) => {
          const cell = row.cells[at] ?? null;
          return cell === null ? (
            <MissingTurn key={column.side} comparison={comparison} column={column} row={index} />
          ) : (
            <TurnCard
              key={column.side}
              column={column}
              cell={cell}
              isSame={row.kind === 'same'}
              isFirst={row.cells.findIndex(other => other !== null) === at}
              colour={column.run === comparison.run ? colourOf(column.branch) : null}
              isOpen={isOpen}
              onToggle={toggle}
            />
          );
        })}
      </ColumnsRow>
    </div>
  );
});

function rowLabel(row: ComparedRow, at: number, count: number): string {
  if (at < 0) return words('compare.rowSame');
  const what = row.kind === 'one-sided' ? words('compare.rowOneSided') : differenceWords(row.differences);
  return words('compare.rowDiffers', { at: at + 1, count, what });
}
