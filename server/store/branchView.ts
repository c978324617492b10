import { formatAddress } from '../../shared/address.ts';
import { BRANCH_VERSION, type BranchRecord } from '../../shared/branch.ts';
import type { Point } from '../../shared/checkpoint.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { bySavePoint } from '../../shared/head.ts';
import { lineOf } from '../../shared/lineOf.ts';
import type { RunRows, SceneRow } from '../../shared/rows.ts';
import { branchWithAncestors } from '../../shared/runGraph.ts';

/** What an act on a branch needs to know, as it was when it was read. */
export interface BranchView {
  run: string;
  record: BranchRecord;
  /** Scenes in the branch's own folder, damaged ones too. */
  own: readonly SceneRow[];
  /** All readable scenes of the run by id: the branch's own, else the one nearest to where it was first saved. */
  scenes: ReadonlyMap<string, SceneRow>;
  head: string | null;
}

/** The view of a branch in freshly read rows. */
export function viewFromRows(rows: RunRows, record: BranchRecord): BranchView {
  const ancestors = branchWithAncestors(record.name, new Map(rows.branches.map(row => [row.name, row])));
  const rank = (row: SceneRow) => (row.problem === null ? ancestors.indexOf(row.branch) : -2);
  const byRank = rows.scenes.toSorted((x, y) => rank(x) - rank(y));
  return {
    run: rows.run.id,
    record,
    own: rows.scenes.filter(row => row.branch === record.name),
    scenes: new Map(byRank.map(row => [row.id, row])),
    head: rows.branches.find(row => row.name === record.name)?.head ?? null,
  };
}

/** The record that a branch without `branch.json` acts with: a folder made by another program. */
export function recordFromRows(rows: RunRows, name: string): BranchRecord {
  const branch = rows.branches.find(row => row.name === name);
  if (!branch) throw new ForkpointError('no-such-branch', { run: rows.run.id, branch: name });
  return { ...newBranchRecord(name), parent: branch.parent, origin: branch.origin, head: branch.head };
}

/** The record of a branch that has just begun. */
export function newBranchRecord(name: string): BranchRecord {
  return {
    version: BRANCH_VERSION,
    name,
    parent: null,
    origin: null,
    moves: [],
    head: null,
    effects: 'ask',
    settings: {},
    pendingInput: null,
    decisions: null,
    outcome: null,
  };
}

/** Where on the lines of a branch a scene is looked for, or its id: then it may lie on none. */
export interface ScenePlace {
  point?: Point | undefined;
  move?: number | undefined;
  scene?: string | undefined;
}

/**
 * The scene of a turn on the head's line, or on the line that `move` left; without a point the last one written.
 * The line of a fork begins with its ancestors' scenes. Where the head itself cannot be read, the line of the last
 * scene that can stands in, so that a person can go back from there.
 */
export function findOnLine(view: BranchView, turn: number, options: ScenePlace): SceneRow | null {
  if (options.scene !== undefined) return view.scenes.get(options.scene) ?? null;
  const end = options.move === undefined ? lineEnd(view) : leftBy(view, options.move);
  if (end === null) return null;
  const isMeant = (row: SceneRow) =>
    row.turn === turn && (options.point === undefined || row.point === options.point);
  const line = lineOf(view.scenes, end).flatMap(id => view.scenes.get(id) ?? []);
  return line.findLast(isMeant) ?? null;
}

/** As `findOnLine`. @throws ForkpointError `no-such-scene`, `damaged-scene` */
export function sceneOnLine(view: BranchView, turn: number, options: ScenePlace): SceneRow {
  const row = findOnLine(view, turn, options);
  if (row?.problem) {
    throw new ForkpointError('damaged-scene', { where: row.file, detail: 'it cannot be read' });
  }
  if (row) return row;
  const { point = null, move = null, scene } = options;
  const branch = view.record.name;
  const address = formatAddress(
    scene === undefined ? { kind: 'turn', branch, turn, point, move } : { kind: 'id', id: scene },
  );
  throw new ForkpointError('no-such-scene', { run: view.run, address });
}

/**
 * @throws ForkpointError `branch-moved` where the head is not the one that the caller saw; `damaged-scene` where
 *   the branch has scenes but its head cannot be read
 */
export function checkHead(view: BranchView, expected: string | null): void {
  checkHeadIsReadable(view);
  if (view.head === expected) return;
  throw new ForkpointError('branch-moved', {
    branch: view.record.name,
    expected: wordsOfScene(view, expected),
    found: wordsOfScene(view, view.head),
  });
}

/** @throws ForkpointError `damaged-scene` where the branch has scenes but its head cannot be read */
export function checkHeadIsReadable(view: BranchView): void {
  if (view.head !== null || view.own.length === 0) return;
  const where = `${view.record.name}@${view.record.head ?? '?'}`;
  throw new ForkpointError('damaged-scene', {
    where,
    detail: 'the head of the branch is missing or cannot be read',
  });
}

function wordsOfScene(view: BranchView, id: string | null): string {
  if (id === null) return 'no scene';
  const row = view.scenes.get(id);
  return row ? `${row.turn}-${row.point} (@${id})` : `@${id}`;
}

/** The head; where it cannot be read, the last scene in the branch's folder that can. */
export function lineEnd(view: BranchView): string | null {
  if (view.head !== null) return view.head;
  const inPlace = view.own.filter(row => row.problem === null && row.folderOfMove === null);
  return inPlace.toSorted(bySavePoint).at(-1)?.id ?? null;
}

function leftBy(view: BranchView, move: number): string | null {
  return view.record.moves.find(entry => entry.number === move)?.left ?? null;
}
