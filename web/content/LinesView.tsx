import { useMemo } from 'react';
import { placePattern } from '../../shared/foundPlace.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { NearScreen } from '../ui/NearScreen.tsx';
import { usePrinting } from '../ui/useSize.ts';
import { LineView } from './LineView.tsx';
import {
  foldedRows,
  type LineRows,
  printedStretches,
  rowStretches,
  rowsInColumn,
  rowsSideBySide,
  stretchOf,
} from './lineRows.ts';
import { type ComparedLines, type LineTable, lineAt } from './lineTable.ts';
import { useSought } from './sought.tsx';
import { soughtRow } from './soughtRow.ts';
import styles from './TextDiffView.module.css';
import { useOpenedRows } from './useOpenedRows.ts';
import { printedRows } from './useSteps.ts';

interface LinesViewProps {
  table: LineTable;
  left: string;
  right: string;
  /** What went in a column beside what came. */
  isSplit: boolean;
}

const rowsPerPiece = 80;
const rowsPerStep = 20;
/** As the style sheet has it, where no line is broken. */
const ROW_HEIGHT_PX = 18.6;

/** The lines of a diff, equal ones folded: only those near the screen are in the page. */
export function LinesView({ table, left, right, isSplit }: LinesViewProps) {
  const rows = useMemo(() => (isSplit ? rowsSideBySide : rowsInColumn)(table), [table, isSplit]);
  const texts = useMemo(() => ({ left: left.split('\n'), right: right.split('\n') }), [left, right]);
  const folds = useMemo(() => foldedRows(table, rows), [table, rows]);
  const { opened, wanted, open, want } = useOpenedRows(rows);
  const stretches = rowStretches(folds, opened, rowsPerPiece);
  useSought(
    ({ hit }) => soughtRow(placePattern(hit.excerpt), { left, right }, table, rows),
    row => {
      const over = stretchOf(row, stretches);
      if (over?.kind === 'fold') open(over.of, Number.POSITIVE_INFINITY);
      want(row);
    },
  );
  const wantedStretch = wanted === null ? undefined : stretchOf(wanted, stretches);
  const isPrinting = usePrinting();
  const paper = isPrinting ? printedStretches(stretches, printedRows) : { printed: stretches, left: 0 };
  return (
    <div className={classNames(styles.lines, isSplit && styles.split)}>
      {paper.printed.map(({ kind, start, end, of }) =>
        kind === 'fold' ? (
          <FoldedLines key={`fold ${of}`} count={end - start} onOpen={by => open(of, by)} />
        ) : (
          <NearScreen
            key={`${isSplit} ${start}`}
            guessPx={(end - start) * ROW_HEIGHT_PX}
            isWanted={start === wantedStretch?.start}
          >
            {() => <RowsView {...{ rows, table, texts, isSplit, start, end }} />}
          </NearScreen>
        ),
      )}
      {paper.left > 0 && (
        <p className={styles.note}>{words('content.rowsNotPrinted', { count: paper.left })}</p>
      )}
    </div>
  );
}

interface RowsViewProps {
  rows: LineRows;
  table: LineTable;
  texts: ComparedLines;
  isSplit: boolean;
  start: number;
  end: number;
}

function RowsView({ rows, table, texts, isSplit, start, end }: RowsViewProps) {
  const cell = (line: number | undefined) =>
    line === undefined || line < 0 ? (
      <div className={styles.noLine} />
    ) : (
      <LineView line={lineAt(table, texts, line)} />
    );
  return Array.from({ length: end - start }, (_, index) => {
    const row = start + index;
    if (!isSplit) return <LineView key={row} line={lineAt(table, texts, row)} />;
    return (
      <div key={row} className={styles.pair}>
        {cell(rows.left[row])}
        {cell(rows.right[row])}
      </div>
    );
  });
}

function FoldedLines({ count, onOpen }: { count: number; onOpen: (by: number) => void }) {
  return (
    <div className={styles.fold}>
      <span>{words('content.equalLines', { count })}</span>
      {count > rowsPerStep && (
        <button type="button" className={styles.foldButton} onClick={() => onOpen(rowsPerStep)}>
          {words('content.openLines', { count: rowsPerStep })}
        </button>
      )}
      <button type="button" className={styles.foldButton} onClick={() => onOpen(count)}>
        {words('content.openAllLines')}
      </button>
    </div>
  );
}
