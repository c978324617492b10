import { words } from '../i18n/words.ts';
import { NearScreen } from '../ui/NearScreen.tsx';
import { usePrinting } from '../ui/useSize.ts';
import styles from './DiffBody.module.css';
import { DiffRowView } from './DiffRowView.tsx';
import { type DiffRow, entriesOf, entryName, type RowPiece, rowPieces } from './diffRows.ts';
import { SameStretch } from './SameStretch.tsx';
import { useShownDiff } from './shownDiff.ts';

/** Pieces on paper: some four hundred messages that differ. */
const MOST_PRINTED = 70;

/** The messages of a diff in pieces, each named by where its first stands: what is unfolded in it stays with it. */
export function DiffEntries({ rows }: { rows: readonly DiffRow[] }) {
  const { reply, isSplit } = useShownDiff();
  const isPrinting = usePrinting();
  const pieces = rowPieces(rows);
  const notPrinted = isPrinting ? pieces.slice(MOST_PRINTED).flatMap(piece => piece.rows).length : 0;
  return (
    <>
      {pieces.slice(0, isPrinting ? MOST_PRINTED : undefined).map(piece => {
        const first = reply.diff.entries[piece.start];
        return first && <Piece key={`${isSplit} ${entryName(first)}`} piece={piece} />;
      })}
      {notPrinted > 0 && <p>{words('content.rowsNotPrinted', { count: notPrinted })}</p>}
    </>
  );
}

/** About the height of a message of which nobody has seen anything. */
const ROW_HEIGHT_PX = 140;

/** Neighbouring messages, in the page only near the screen; or a stretch that is the same. */
function Piece({ piece: { rows, start } }: { piece: RowPiece }) {
  const { reply, steps, onlyChanges } = useShownDiff();
  const { entries } = reply.diff;
  const [first] = rows;
  const same = first?.kind === 'same' ? entries[start] : undefined;
  if (same) {
    return onlyChanges ? null : <SameStretch entry={same} isLast={start === entries.length - 1} />;
  }
  const isGoneTo = rows.some(row => entriesOf(row).some(entry => entry === steps.current));
  const nameOf = (row: DiffRow) =>
    entriesOf(row)
      .flatMap(index => entries[index] ?? [])
      .map(entryName)
      .join(', ');
  return (
    <NearScreen className={styles.piece} guessPx={rows.length * ROW_HEIGHT_PX} isWanted={isGoneTo}>
      {() => rows.map(row => <DiffRowView key={nameOf(row)} row={row} />)}
    </NearScreen>
  );
}
