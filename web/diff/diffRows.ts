import type { DiffKind, MessageDiff } from '../../shared/diff/messagesDiff.ts';

/**
 * How the entries of a diff stand below each other, by their indices: a stretch that is the same, a message over the
 * whole width, or what one side has beside what the other has in its place.
 */
export type DiffRow =
  | { kind: 'same'; entry: number }
  | { kind: 'whole'; entry: number }
  | { kind: 'pair'; left: number | null; right: number | null };

const onLeftOnly: readonly DiffKind[] = ['removed', 'moved-away'];
const onRightOnly: readonly DiffKind[] = ['added', 'moved-here'];

/** The rows of a diff. In two columns, messages that only the left has stand beside those that follow on the right. */
export function diffRows(entries: readonly MessageDiff[], isSplit: boolean): DiffRow[] {
  const rows: DiffRow[] = [];
  for (let at = 0; at < entries.length; ) {
    const kind = entries[at]?.kind ?? 'same';
    if (!isSplit || kind === 'same' || kind === 'changed') {
      rows.push({ kind: kind === 'same' ? 'same' : 'whole', entry: at++ });
      continue;
    }
    const middle = endOf(entries, at, onLeftOnly);
    const end = endOf(entries, middle, onRightOnly);
    for (let row = 0; row < Math.max(middle - at, end - middle); row++) {
      rows.push({
        kind: 'pair',
        left: at + row < middle ? at + row : null,
        right: middle + row < end ? middle + row : null,
      });
    }
    at = end;
  }
  return rows;
}

function endOf(entries: readonly MessageDiff[], from: number, kinds: readonly DiffKind[]): number {
  let end = from;
  for (let kind = entries[end]?.kind; kind && kinds.includes(kind); kind = entries[end]?.kind) end++;
  return end;
}

/** Rows that are drawn together as long as they are near the screen, or a stretch that is the same. */
export interface RowPiece {
  rows: DiffRow[];
  /** Index of its first entry, which names it. */
  start: number;
}

const rowsPerPiece = 6;

/** The rows in pieces; what is the same is a piece of its own. */
export function rowPieces(rows: readonly DiffRow[]): RowPiece[] {
  const pieces: RowPiece[] = [];
  for (const row of rows) {
    const last = pieces.at(-1);
    const isOpen = last && last.rows.length < rowsPerPiece && last.rows[0]?.kind !== 'same';
    if (isOpen && row.kind !== 'same') last.rows.push(row);
    else pieces.push({ rows: [row], start: entriesOf(row)[0] ?? 0 });
  }
  return pieces;
}

/**
 * Names an entry by where it stands on both sides. White space taken for a change or not, a message that differs keeps
 * its name, while its index changes with what is the same around it.
 */
export function entryName({ kind, leftIndex, rightIndex }: MessageDiff): string {
  return `${kind} ${leftIndex} ${rightIndex}`;
}

/** Indices of the entries that a row shows. */
export function entriesOf(row: DiffRow): number[] {
  if (row.kind !== 'pair') return [row.entry];
  return [row.left, row.right].filter(entry => entry !== null);
}

/** Indices of the entries that differ in the order in which the rows show them, each a step on the way through the diff. */
export function changeSteps(rows: readonly DiffRow[]): number[] {
  return rows.flatMap(row => (row.kind === 'same' ? [] : entriesOf(row)));
}

const otherHalf: Partial<Record<DiffKind, DiffKind>> = {
  'moved-away': 'moved-here',
  'moved-here': 'moved-away',
};

/** Where the other half of a message that moved stands; null of any other. */
export function counterpartOf(
  entries: readonly MessageDiff[],
  { kind, leftIndex, rightIndex }: MessageDiff,
): number | null {
  const other = otherHalf[kind];
  const at = entries.findIndex(
    entry => entry.kind === other && entry.leftIndex === leftIndex && entry.rightIndex === rightIndex,
  );
  return at < 0 ? null : at;
}
