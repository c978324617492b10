import {
  type BranchRecord,
  latestRewind,
  type Move,
  moveChangeSchema,
  type Replaced,
} from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { bySavePoint } from '../../shared/head.ts';
import { lineOf } from '../../shared/lineOf.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { type BranchView, lineEnd } from './branchView.ts';
import type { MoveChanges, RewindOptions, UndoOptions } from './runStore.ts';

/** The record after a move of the head, with the move. */
export interface Moved {
  record: BranchRecord;
  move: Move;
}

/**
 * The rewind of a branch to a scene of its, with what changes in the same step. What waits for the old head is void.
 * @param taken the scene it goes on from: the target, or its edited copy
 * @param number the move's own, never used before
 */
export function rewound(
  view: BranchView,
  taken: string,
  number: number,
  options: Pick<RewindOptions, 'why' | 'filesBefore' | 'filesTaken' | 'changes'>,
): Moved {
  const { changes = {} } = options;
  const changed = moveChangeSchema.options.filter(part => changes[part] !== undefined);
  const about = { ...notes(options), ...(changed.length === 0 ? {} : { changed }) };
  return moved(view, { number, kind: 'rewind', taken, ...about }, recordAt(view.record, taken, changes));
}

/**
 * Takes back the latest rewind that is not yet undone, with what it changed.
 * @throws ForkpointError `nothing-to-undo`, `damaged-scene`
 */
export function undone(
  view: BranchView,
  number: number,
  options: Pick<UndoOptions, 'why' | 'filesBefore' | 'filesTaken'>,
): Moved {
  const { record } = view;
  const { name } = record;
  const rewind = latestRewind(record.moves);
  if (!rewind) throw new ForkpointError('nothing-to-undo', { branch: name });
  if (view.scenes.get(rewind.left)?.problem !== null) {
    const detail = 'the scene that the rewind left is missing or cannot be read';
    throw new ForkpointError('damaged-scene', { where: `${name}@${rewind.left}`, detail });
  }
  const before = rewind.replaced ?? { ...nothingWaits, outcome: record.outcome };
  const { pendingInput, decisions, outcome, settings = record.settings, effects = record.effects } = before;
  const change = { number, kind: 'undo' as const, undoes: rewind.number, taken: rewind.left };
  const after = { ...record, pendingInput, decisions, outcome, settings, effects };
  return moved(view, { ...change, ...notes(options) }, after);
}

/** What a branch keeps beside its scenes once it goes on from `head` with the changes of a person. */
export function recordAt(record: BranchRecord, head: string, changes: MoveChanges): BranchRecord {
  const { pendingInput, decisions, settings = record.settings, effects = record.effects } = changes;
  return {
    ...record,
    head,
    settings,
    effects,
    ...nothingWaits,
    ...(pendingInput === undefined ? {} : { pendingInput: { scene: head, text: pendingInput } }),
    ...(decisions === undefined ? {} : { decisions: { scene: head, calls: decisions } }),
  };
}

const nothingWaits = { pendingInput: null, decisions: null, outcome: null };

type MoveWords = Pick<
  Move,
  'number' | 'kind' | 'taken' | 'undoes' | 'why' | 'filesBefore' | 'filesTaken' | 'changed'
>;

function moved(view: BranchView, words: MoveWords, after: BranchRecord): Moved {
  const { record } = view;
  const { number, kind, taken, ...rest } = words;
  const left = lineEnd(view) ?? taken;
  const replaced = replacedBy(record, after, words.changed);
  const move: Move = { number, kind, ...rest, left, taken, at: new Date().toISOString(), replaced };
  return { move, record: { ...after, head: taken, moves: [...record.moves, move] } };
}

/** @param changed what a person set, were it to what it was before */
function replacedBy(record: BranchRecord, after: BranchRecord, changed: Move['changed'] = []): Replaced {
  const { pendingInput, decisions, outcome, settings, effects } = record;
  const areSettingsSet = after.settings !== settings || changed.includes('settings');
  const isModeSet = after.effects !== effects || changed.includes('effects');
  return {
    pendingInput,
    decisions,
    outcome,
    ...(areSettingsSet ? { settings } : {}),
    ...(isModeSet ? { effects } : {}),
  };
}

function notes({
  why,
  filesBefore,
  filesTaken,
}: Pick<UndoOptions, 'why' | 'filesBefore' | 'filesTaken'>): Partial<MoveWords> {
  return {
    ...(why === undefined ? {} : { why }),
    ...(filesBefore === undefined ? {} : { filesBefore }),
    ...(filesTaken === undefined ? {} : { filesTaken }),
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
