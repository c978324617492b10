import { formatAddress } from '../address.ts';
import { ForkpointError } from '../errors.ts';
import { lineOf } from '../lineOf.ts';
import type { BranchRow, RunRows, SceneRow } from '../rows.ts';
import { type RunGraph, sceneAt } from '../runGraph.ts';
import type { Column, Place } from './comparison.ts';
import type { Side } from './side.ts';

/** A run with its graph, as comparisons read it. */
export interface ReadRun {
  rows: RunRows;
  graph: RunGraph;
}

/** The way to where a side ends. */
export interface SideLine extends ReadRun {
  branch: string;
  /** The branch of the side where it is one, and not a scene. */
  branchRow: BranchRow | null;
  kind: Column['kind'];
  /** The scenes from the first to the end. */
  line: readonly SceneRow[];
  placeOf(row: SceneRow): Place;
}

/**
 * Finds a side in its run.
 * @throws ForkpointError `no-such-branch`, `no-such-scene`
 */
export function lineOfSide({ place }: Side, { rows, graph }: ReadRun): SideLine {
  if (place.kind !== 'branch') return lineOfScene(place, { rows, graph });
  const { branch } = place;
  const branchRow = graph.branches.get(branch);
  if (!branchRow) throw new ForkpointError('no-such-branch', { run: rows.run.id, branch });
  const line = scenesTo(graph, branchRow.head);
  return { rows, graph, branch, branchRow, kind: 'branch', line, placeOf: placesOn(line, branch, null) };
}

function lineOfScene(place: Exclude<Side['place'], { kind: 'branch' }>, { rows, graph }: ReadRun): SideLine {
  const end = sceneAt(graph, place);
  if (!end) {
    throw new ForkpointError('no-such-scene', { run: rows.run.id, address: formatAddress(place) });
  }
  const line = scenesTo(graph, end.id);
  const state = graph.turns.get(graph.turnOfScene.get(end.id) ?? '')?.state;
  const kind = state === 'superseded' ? 'superseded' : state === 'orphaned' ? 'orphan' : 'scene';
  const known = { rows, graph, branchRow: null, kind, line } as const;
  // An id says nothing of a line: its own branch's holds it, or none does.
  const branch = place.kind === 'turn' ? place.branch : end.branch;
  if (place.kind === 'turn') return { ...known, branch, placeOf: placesOn(line, branch, place.move) };
  const onHead = new Set(scenesTo(graph, graph.branches.get(branch)?.head ?? null));
  return { ...known, branch, placeOf: placesOn(onHead.has(end) ? line : [], branch, null) };
}

function scenesTo(graph: RunGraph, id: string | null): SceneRow[] {
  return id === null ? [] : lineOf(graph.scenes, id).flatMap(scene => graph.scenes.get(scene) ?? []);
}

/**
 * Addresses of the scenes of one line, without looking for each of them anew: of two at one save point the last is what
 * the address means, the other one is named by its id.
 */
function placesOn(line: readonly SceneRow[], branch: string, move: number | null): (row: SceneRow) => Place {
  const meant = new Map(line.map(row => [`${row.turn}-${row.point}`, row.id]));
  return row => {
    const { id: scene, turn, point } = row;
    const isMeant = meant.get(`${turn}-${point}`) === scene;
    const address = isMeant
      ? formatAddress({ kind: 'turn', branch, turn, point, move })
      : formatAddress({ kind: 'id', id: scene });
    return { address, scene, turn };
  };
}

/** How many scenes from their beginning all lines have in common: the last of them is the common ancestor. */
export function sharedLength(lines: readonly (readonly SceneRow[])[]): number {
  const [first = [], ...others] = lines;
  const idsOfOthers = others.map(line => new Set(line.map(row => row.id)));
  const isShared = (row: SceneRow) => idsOfOthers.every(ids => ids.has(row.id));
  return first.findLastIndex(isShared) + 1;
}

/** The scenes of a line behind one of it; all of them where there is none. */
export function scenesAfter(line: readonly SceneRow[], ancestor: SceneRow | null): SceneRow[] {
  return ancestor === null ? [...line] : line.slice(line.findIndex(row => row.id === ancestor.id) + 1);
}
