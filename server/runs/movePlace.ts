import { parseAddress } from '../../shared/address.ts';
import type { Point } from '../../shared/checkpoint.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { lineOf } from '../../shared/lineOf.ts';
import type { BranchRow, RunRows, SceneRow } from '../../shared/rows.ts';
import { type RunGraph, sceneAt } from '../../shared/runGraph.ts';

/** How a branch's store finds a scene: on the line to its head, on the one that a move left, or by its id. */
export interface MovePlace {
  turn: number;
  point: Point;
  move?: number;
  scene?: string;
}

/** The row at an address. @throws ForkpointError `bad-address`, `no-such-scene`, `damaged-scene` */
export function readableRowAt(graph: RunGraph, run: string, address: string): SceneRow {
  const row = sceneAt(graph, parseAddress(address));
  if (!row) throw new ForkpointError('no-such-scene', { run, address });
  if (row.problem) {
    throw new ForkpointError('damaged-scene', { where: row.file, detail: 'it cannot be read' });
  }
  return row;
}

/** @throws ForkpointError `no-such-branch` */
export function branchIn(graph: RunGraph, run: string, branch: string): BranchRow {
  const row = graph.branches.get(branch);
  if (!row) throw new ForkpointError('no-such-branch', { run, branch });
  return row;
}

/** Where a scene lies on the lines of a branch, its ancestors' turns included; null where it lies on none of them. */
export function placeOn(graph: RunGraph, branch: BranchRow, row: SceneRow): MovePlace | null {
  const { turn, point } = row;
  const reaches = (end: string | null) => end !== null && lineOf(graph.scenes, end).includes(row.id);
  if (reaches(branch.head)) return { turn, point };
  const move = branch.moves.findLast(entry => reaches(entry.left));
  return move ? { turn, point, move: move.number } : null;
}

/** The branch to fork a scene from: the one that was asked for, else the one whose file it is, else any that reaches it. */
export function placeAnywhere(
  graph: RunGraph,
  wanted: BranchRow,
  row: SceneRow,
): { branch: string; place: MovePlace } | null {
  const own = graph.branches.get(row.branch);
  for (const branch of [wanted, ...(own ? [own] : []), ...graph.branches.values()]) {
    const place = placeOn(graph, branch, row);
    if (place) return { branch: branch.name, place };
  }
  return null;
}

/** An orphan, to fork from: its messages are whole, whatever became of what it follows. */
export function placeOfOrphan({ turn, point, id }: SceneRow): MovePlace {
  return { turn, point, scene: id };
}

/**
 * An orphan of a branch's own, to go back to: all that it follows has to be here, and nothing may follow it, since a head
 * rolls forward to what no move has left.
 * @throws ForkpointError `orphaned-scene`, `tail-goes-on`
 */
export function checkedOrphan(graph: RunGraph, rows: RunRows, row: SceneRow): MovePlace {
  const address = `@${row.id}`;
  const [first = row.id] = lineOf(graph.scenes, row.id);
  const begin = graph.scenes.get(first) ?? row;
  const isLoose = rows.problems.some(
    ({ code, params }) => code === 'no-parent' && params.where === begin.file,
  );
  if (begin.parent !== null || isLoose) {
    const parent = begin.parent === null ? 'the save point before it' : `@${begin.parent}`;
    throw new ForkpointError('orphaned-scene', { address, where: begin.file, parent });
  }
  const next = rows.scenes.find(other => other.branch === row.branch && other.parent === row.id);
  if (next) throw new ForkpointError('tail-goes-on', { address, next: `@${next.id}` });
  return placeOfOrphan(row);
}
