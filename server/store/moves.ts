import type { BranchRecord, Move } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { bySavePoint } from '../../shared/head.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { lineOf } from '../../shared/runGraph.ts';
import { type BranchView, lineEnd } from './branchView.ts';

/** The record after a move of the head, with the move. Words of the person that wait for the old head are void. */
export interface Moved {
  record: BranchRecord;
  move: Move;
}

/** The rewind of a branch to a scene of its. @param number the move's own, never used before */
export function rewound(view: BranchView, taken: string, number: number, why?: string): Moved {
  return moved(view, { number, kind: 'rewind', taken, ...(why === undefined ? {} : { why }) });
}

/** Takes back the latest rewind that is not yet undone. @throws ForkpointError `nothing-to-undo`, `damaged-scene` */
export function undone(view: BranchView, number: number): Moved {
  const { moves, name } = view.record;
  const undoneNumbers = new Set(moves.map(move => move.undoes));
  const rewind = moves.findLast(move => move.kind === 'rewind' && !undoneNumbers.has(move.number));
  if (!rewind) throw new ForkpointError('nothing-to-undo', { branch: name });
  if (view.scenes.get(rewind.left)?.problem !== null) {
    const detail = 'the scene that the rewind left is missing or cannot be read';
    throw new ForkpointError('damaged-scene', { where: `${name}@${rewind.left}`, detail });
  }
  return moved(view, { number, kind: 'undo', undoes: rewind.number, taken: rewind.left });
}

type Change = Pick<Move, 'number' | 'kind' | 'taken' | 'undoes' | 'why'>;

function moved(view: BranchView, { number, kind, taken, ...rest }: Change): Moved {
  const { record } = view;
  const left = lineEnd(view) ?? taken;
  const move: Move = { number, kind, ...rest, left, taken, at: new Date().toISOString() };
  return {
    move,
    record: { ...record, moves: [...record.moves, move], head: move.taken, pendingInput: null },
  };
}

/** A number for the next move: undos count, and numbers of folders below `superseded/` are used up too. */
export function nextMoveNumber(record: BranchRecord, folders: readonly number[]): number {
  return 1 + Math.max(0, ...record.moves.map(move => move.number), ...folders);
}

/** Where a scene belongs: null is the branch's folder, k is `superseded/<k>`. */
export interface Placement {
  row: SceneRow;
  folderOfMove: number | null;
}

/** The folder for scenes that stand in the way of the head's line and that no move has left: tails, damaged files. */
export const NO_MOVE = 0;

/**
 * The scenes that do not lie where the moves say: those on the head's line belong in the branch's folder, those
 * that a move has left in the folder of the last move that did. What stands after the head without having been
 * left (a tail that nothing leads to, a damaged file) would stand in the way of the next saves.
 */
export function misplaced(view: BranchView): Placement[] {
  const headLine = new Set(view.head === null ? [] : lineOf(view.scenes, view.head));
  const leftBy = new Map<string, number>();
  for (const move of view.record.moves) {
    for (const id of lineOf(view.scenes, move.left)) leftBy.set(id, move.number);
  }
  const head = view.head === null ? undefined : view.scenes.get(view.head);
  const placeOf = (row: SceneRow): number | null => {
    if (headLine.has(row.id)) return null;
    const left = leftBy.get(row.id);
    if (left !== undefined) return left;
    const isInTheWay = row.folderOfMove === null && head !== undefined && bySavePoint(row, head) >= 0;
    return isInTheWay ? NO_MOVE : row.folderOfMove;
  };
  const inPlace = new Set(view.own.filter(row => row.folderOfMove === null).map(row => row.id));
  return view.own
    .map(row => ({ row, folderOfMove: placeOf(row) }))
    .filter(({ row, folderOfMove }) => row.folderOfMove !== folderOfMove)
    .filter(({ row, folderOfMove }) => folderOfMove !== null || !inPlace.has(row.id));
}
